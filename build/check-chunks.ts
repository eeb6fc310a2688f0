import type { Plugin, Rolldown } from 'vite';

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'facadeModuleId'>;

/**
 * Fails the build where files would run in a wrong order. If two files import each other, one of them runs before what it needs is
 * there. And if the first file imported the others, the browser would load and run them before the first paint, all in one task.
 */
export function checkChunks(): Plugin {
  return {
    name: 'check-chunks',
    apply: 'build',
    generateBundle(_options, bundle) {
      const problem = findProblem(Object.values(bundle).filter((file) => file.type === 'chunk'));
      if (problem === null) return;
      // Said here too, because the plugins that wait for the files fail next.
      this.warn(problem);
      this.error(problem);
    },
  };
}

export function findProblem(chunks: readonly Chunk[]): string | null {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html'));
  const early = entry?.imports.filter((name) => !name.includes('rolldown-runtime')) ?? [];
  if (early.length > 0) return `The first file imports others: ${early.join(', ')}.`;
  const done = new Set<string>();
  const walk = (name: string, path: readonly string[]): string | null => {
    if (path.includes(name)) return `Files import each other: ${[...path, name].join(' → ')}.`;
    if (done.has(name)) return null;
    for (const next of byName.get(name)?.imports ?? []) {
      const problem = walk(next, [...path, name]);
      if (problem !== null) return problem;
    }
    done.add(name);
    return null;
  };
  for (const { fileName } of chunks) {
    const problem = walk(fileName, []);
    if (problem !== null) return problem;
  }
  return null;
}
