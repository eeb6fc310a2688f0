import type { PlantedFault } from '../planted-fault.ts';

export const uploadFaults: readonly PlantedFault[] = [
  {
    ids: ['UPLOAD-01'],
    broken: 'uploads are signed by the identity that reads every file',
    file: 'src/server/platform/integrations/upload-storage.ts',
    from: '{ ...config, ...signer, endpoint: publicEndpoint ?? config.endpoint }',
    to: '{ ...config, endpoint: publicEndpoint ?? config.endpoint }',
    test: {
      file: 'src/server/platform/integrations/upload-storage.test.ts',
      title: 'UPLOAD-01 security rule: a signed upload is refused for',
    },
  },
  {
    ids: ['UPLOAD-01'],
    broken: 'the doctor does not notice that an upload copies files',
    file: 'src/server/operator/doctor/upload-check.ts',
    from: 'for (const size of [0, WRITTEN.length])',
    to: 'for (const size of [] as number[])',
    test: {
      file: 'src/server/operator/doctor.test.ts',
      title: 'UPLOAD-01 OPS-05 the doctor attacks the storage with a signed upload',
    },
  },
  {
    ids: ['UPLOAD-02'],
    broken: 'a document may load its template from anywhere',
    file: 'src/server/stored-files/file-checks/office-relationships.ts',
    from: "if (!LINK_TYPE.test(type) || !LINK_TARGET.test(target)) throw new UnfitFile('has_active_content');",
    to: '',
    test: {
      file: 'src/server/stored-files/file-checks/office-corpus.unit.test.ts',
      title: 'UPLOAD-02 security rule: an office file with',
    },
  },
  {
    ids: ['UPLOAD-02'],
    broken: 'a small file keeps the worker busy for minutes',
    file: 'src/server/stored-files/file-checks/office-relationships.ts',
    from: '(?<![\\w:])',
    to: '',
    test: {
      file: 'src/server/stored-files/file-checks/office-corpus.unit.test.ts',
      title: 'UPLOAD-02 a list of relationships with a word of sixty thousand letters is judged at once',
    },
  },
  {
    ids: ['UPLOAD-03'],
    broken: 'a file that was removed no longer counts against its link',
    file: 'src/server/identity/capabilities.ts',
    from: 'filesEver: sql<number>`files_ever + 1`,',
    to: 'filesEver: sql<number>`files_ever`,',
    test: {
      file: 'src/server/features/offers/staged-files.test.ts',
      title: 'UPLOAD-03 OFFER-03 security rule: what was removed counts too',
    },
  },
  {
    ids: ['UPLOAD-04'],
    broken: 'the files of one link take all places of the scanner',
    file: 'src/server/features/offers/staged-files.ts',
    from: 'await addJob(tx, checkUploadedFile, { tenantId, fileId }, turn);',
    to: 'await addJob(tx, checkUploadedFile, { tenantId, fileId }, { ...turn, queue: null });',
    test: {
      file: 'src/server/stored-files/check-turn.test.ts',
      title: 'UPLOAD-04 security rule: the files of one link are scanned one by one',
    },
  },
  {
    ids: ['UPLOAD-04'],
    broken: 'a file that the scanner never finishes is scanned 25 times',
    file: 'src/server/stored-files/check-upload.ts',
    from: "if (isTimeout(error)) return { isFit: false, refusal: 'takes_too_long' };",
    to: '',
    test: {
      file: 'src/server/stored-files/check-turn.test.ts',
      title: 'UPLOAD-04 a file whose scan times out twice is refused in words',
    },
  },
  {
    ids: ['UPLOAD-05'],
    broken: 'a PDF may open a file of another machine',
    file: 'src/server/stored-files/file-checks/pdf-actions.ts',
    from: "'GoToR',",
    to: '',
    test: {
      file: 'src/server/attacks/pdf-corpus.test.ts',
      title: 'UPLOAD-05 security rule: a PDF with',
    },
  },
  {
    ids: ['UPLOAD-06'],
    broken: 'a file that its reader died of is tried again and again',
    file: 'src/server/sheets/sheet-apart.ts',
    from: 'if (error instanceof ReaderStoppedError)',
    to: 'if (false)',
    test: {
      file: 'src/server/attacks/hostile-files.test.ts',
      title: 'UPLOAD-06 security rule: whoever sends',
    },
  },
];
