import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { DeleteBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../testing/private-postgres.ts';
import { startProgram } from '../../testing/programs.ts';
import { requiredVariable } from '../../testing/required-variable.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('OPS-05 the api starts while the file storage is down, says so, and prepares it when it comes up', async () => {
  const port = await freePort();
  const bucket = `portal-test-late-${process.pid}`;
  const api = await startProgram('api', {
    DATABASE_URL: database.url,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_UPLOAD_BUCKET: `${bucket}-uploads`,
  });
  try {
    const ready = await api.fetch('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      dependencies: { database: 'up', files: 'down' },
    });
    expect(await (await api.fetch('/metrics')).text()).toContain(
      'portal_dependency_up{dependency="files"} 0',
    );
    await vi.waitFor(() => expect(api.written()).toContain('the file storage could not be prepared'), 20_000);

    const storage = new URL(requiredVariable('S3_ENDPOINT'));
    const road = createServer((socket) => {
      const onwards = connect(Number(storage.port), storage.hostname);
      socket.on('error', () => onwards.destroy()).pipe(onwards);
      onwards.on('error', () => socket.destroy()).pipe(socket);
    }).listen(port, '127.0.0.1');
    await once(road, 'listening');
    await vi.waitFor(() => expect(api.written()).toContain('the file storage is prepared'), 60_000);
    // Both are there, with nothing in them.
    const client = new S3Client({
      endpoint: storage.href,
      region: 'us-east-1',
      credentials: {
        accessKeyId: requiredVariable('S3_ACCESS_KEY'),
        secretAccessKey: requiredVariable('S3_SECRET_KEY'),
      },
      forcePathStyle: true,
    });
    for (const made of [bucket, `${bucket}-uploads`])
      await client.send(new DeleteBucketCommand({ Bucket: made }));
    road.close();
  } finally {
    await api.close();
  }
});
