import type { PlantedFault } from '../planted-fault.ts';

const DOCUMENTS = 'src/server/features/documents/documents.test.ts';
const BY_SYSTEMS = 'src/server/features/documents/operator-documents.test.ts';
const QUERIES = 'src/server/features/documents/documents.queries.ts';
const PUBLISHING = 'src/server/features/documents/publish-documents.ts';

export const documentFaults: readonly PlantedFault[] = [
  {
    ids: ['DOC-01'],
    broken: 'a document is displayed in the browser and not saved',
    file: 'src/server/stored-files/kept-file.ts',
    from: 'isSaved: true,',
    to: 'isSaved: false,',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-01 a document that was published to a syndicate is listed and downloaded by its people, and by nobody else',
    },
  },
  {
    ids: ['DOC-02'],
    broken: 'a file is published before it was found clean',
    file: PUBLISHING,
    from: "if (state !== 'clean' || sha256 === null) throw new Refusal('document_not_clean');",
    to: "if (sha256 === null) return { documentId, isPublished: state !== 'clean', sentCount: 0, sentBeforeCount: 0 };",
    test: {
      file: DOCUMENTS,
      title:
        'DOC-02 security rule: only what was found clean is published, and what a browser would run is refused',
    },
  },
  {
    ids: ['DOC-03'],
    broken: 'investors download the documents of other syndicates',
    file: QUERIES,
    from: '      and ${isOpen} and ${isFor(sql`${syndicateId}::bigint`)}`.execute(tx);',
    to: '      and ${isOpen} and ${syndicateId} > 0`.execute(tx);',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-03 security rule: a manager of other books, a closed person and another tenant get no document of the syndicate',
    },
  },
  {
    ids: ['DOC-04'],
    broken: 'a document is shown after its last day',
    file: QUERIES,
    from: 'document.expires_on >= ${today}',
    to: 'document.expires_on >= ${today} - 1',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-04 what has expired or was withdrawn is neither listed nor downloaded by investors, and staff still see it',
    },
  },
  {
    ids: ['DOC-05'],
    broken: 'a withdrawal is not in the audit trail',
    file: 'src/server/features/documents/withdraw-document.ts',
    from: 'subject: `document ${documentId}`',
    to: 'subject: `withdrawn ${documentId}`',
    test: {
      file: DOCUMENTS,
      title: 'DOC-05 a withdrawal has a reason, is recorded once, and the document is published no more',
    },
  },
  {
    ids: ['DOC-06'],
    broken: 'whoever joins later sees everything that ever went to all',
    file: QUERIES,
    from: 'or document.is_for_later and exists (',
    to: 'or document.is_for_all and exists (',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-06 what goes to all goes to the syndicates that there are, and to those that join later only if that was said',
    },
  },
  {
    ids: ['DOC-07'],
    broken: 'a file goes to the one of two syndicates whose abbreviation has other capitals',
    file: 'src/shared/domain/document-names.ts',
    from: 'others.length > 0 ? null : only',
    to: 'others.length < 0 ? null : only',
    test: {
      file: 'src/shared/domain/document-names.test.ts',
      title: 'is read as it is meant',
    },
  },
  {
    ids: ['DOC-07'],
    broken: 'a file goes to the syndicate whose abbreviation is only the beginning of the name of another',
    file: 'src/shared/domain/document-names.ts',
    from: 'return next === undefined || /[-_ .]/.test(next);',
    to: 'return next !== null;',
    test: {
      file: 'src/shared/domain/document-names.test.ts',
      title: 'is read as it is meant',
    },
  },
  {
    ids: ['DOC-08'],
    broken: 'a person is told of one of several documents',
    file: 'src/server/features/documents/tell-document-published.ts',
    from: 'group by syndicate.id, syndicate.name, tenant.name`',
    to: 'group by document.id, syndicate.id, syndicate.name, tenant.name`',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-08 each person gets one mail for all that was published together, with a link and never a file',
    },
  },
  {
    ids: ['DOC-09'],
    broken: 'a document that was opened again counts as opened once',
    file: QUERIES,
    from: 'count = document_openings.count + 1',
    to: 'count = document_openings.count',
    test: {
      file: DOCUMENTS,
      title:
        'DOC-09 staff see who has opened a document, first, last and how often, and looking at the portal does not count',
    },
  },
  {
    ids: ['DOC-10'],
    broken: 'a document that everybody has is published once more',
    file: PUBLISHING,
    from: 'if (sentCount === 0 && recipients.length > 0)',
    to: 'if (sentCount < 0)',
    test: {
      file: BY_SYSTEMS,
      title:
        'DOC-11 DOC-10 a folder of forms is previewed, published by the names of its files, and published again without effect',
    },
  },
  {
    ids: ['DOC-11'],
    broken: 'the preview of a folder publishes it',
    file: 'src/server/operator/documents.ts',
    from: "isDryRun: values['dry-run'],",
    to: "isDryRun: values['dry-run'] && values.all,",
    test: {
      file: BY_SYSTEMS,
      title:
        'DOC-11 DOC-10 a folder of forms is previewed, published by the names of its files, and published again without effect',
    },
  },
  {
    ids: ['DOC-12'],
    broken: 'a document is sent without a title',
    file: 'src/web/desk/features/documents/typed-document.ts',
    from: "if (title.trim() === '')",
    to: "if (title === '')",
    test: {
      file: 'src/web/desk/features/documents/typed-document.test.ts',
      title: 'DOC-12 a title is needed, and a tax year is a year',
    },
  },
];
