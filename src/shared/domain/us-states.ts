/** The 50 states and the District of Columbia, by the codes and spellings of the United States Postal Service. */
const NAMES = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
} as const;

export type StateCode = keyof typeof NAMES;

export const US_STATES = Object.entries(NAMES).map(([code, name]) => ({ code: code as StateCode, name }));

/** The state with this code or name, in any letter case. */
export const findState = (text: string): StateCode | undefined => {
  const wanted = text.trim().toLowerCase();
  return US_STATES.find(({ code, name }) => [code, name].some((said) => said.toLowerCase() === wanted))?.code;
};

export const isStateCode = (text: string): text is StateCode => Object.hasOwn(NAMES, text);

/** An unknown code, as an old book may contain, is shown unchanged. */
export const stateName = (code: string): string => (isStateCode(code) ? NAMES[code] : code);
