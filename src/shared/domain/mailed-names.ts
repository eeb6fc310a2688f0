/** No name is longer, and the patterns below are not made for long texts. */
const LONGEST_NAME = 300;

/** Line breaks and other controls, and what turns the reading direction of the rest of a line. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** What mail programs turn into a link wherever it stands. */
const ADDRESS = /:\/\/|@|(?<![\p{L}\p{N}])www\.|[\p{L}\p{N}][.。][\p{L}\p{N}][\p{L}\p{N}.。-]*[/:?#]\S/iu;
/** A host name without a path, such as 'evil.example'. Letters on both sides of a period, two or more after it. */
const HOST = /[\p{L}\p{N}][.。]\p{L}{2}/u;

export const NAME_RULE =
  'A name cannot look like a web or mail address. Leave out @, :// and www, and put a space after each period.';
export const COMPANY_NAME_RULE =
  'A name cannot look like a web or mail address. Leave out @, ://, www, and what follows a slash.';

/**
 * Whether mails may greet or name a company by this. They send it to others in the funder's name, so it holds nothing that a mail
 * program turns into a link to another page. 'A/B Capital', 'Jones d/b/a Oak' and 'Smith & Co.' are names; 'amazon.com LLC'
 * is one as well, because it leads nowhere but to that company.
 */
export function isMailableCompanyName(name: string): boolean {
  const plain = name.normalize('NFKC');
  return plain.length <= LONGEST_NAME && !CONTROLS.test(plain) && !ADDRESS.test(plain);
}

/** The same of a person, whom anybody may have named: 'T. J. O’Neil, Jr.' is a name, 'evil.example' is none. */
export const isMailablePersonName = (name: string): boolean =>
  isMailableCompanyName(name) && !HOST.test(name.normalize('NFKC'));
