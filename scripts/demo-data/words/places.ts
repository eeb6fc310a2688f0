import type { Random } from '../random.ts';

export interface Place {
  street: string;
  city: string;
  state: string;
  zip: string;
}

const CITIES: readonly (readonly [city: string, state: string, zips: readonly string[]])[] = [
  ['Brooklyn', 'NY', ['11201', '11215', '11234']],
  ['Queens', 'NY', ['11354', '11372']],
  ['Yonkers', 'NY', ['10701', '10705']],
  ['Newark', 'NJ', ['07102', '07105']],
  ['Paterson', 'NJ', ['07501', '07503']],
  ['Philadelphia', 'PA', ['19103', '19123', '19147']],
  ['Pittsburgh', 'PA', ['15203', '15222']],
  ['Baltimore', 'MD', ['21202', '21224']],
  ['Richmond', 'VA', ['23220', '23230']],
  ['Charlotte', 'NC', ['28202', '28217']],
  ['Raleigh', 'NC', ['27601', '27609']],
  ['Atlanta', 'GA', ['30303', '30318', '30331']],
  ['Jacksonville', 'FL', ['32202', '32207']],
  ['Miami', 'FL', ['33125', '33130', '33186']],
  ['Tampa', 'FL', ['33602', '33614']],
  ['Nashville', 'TN', ['37203', '37211']],
  ['Columbus', 'OH', ['43201', '43215']],
  ['Cleveland', 'OH', ['44102', '44113']],
  ['Detroit', 'MI', ['48201', '48226']],
  ['Chicago', 'IL', ['60608', '60622', '60647']],
  ['Milwaukee', 'WI', ['53202', '53215']],
  ['Minneapolis', 'MN', ['55401', '55407']],
  ['St. Louis', 'MO', ['63103', '63118']],
  ['Dallas', 'TX', ['75201', '75220', '75231']],
  ['Houston', 'TX', ['77002', '77036', '77081']],
  ['San Antonio', 'TX', ['78205', '78216']],
  ['Denver', 'CO', ['80202', '80216']],
  ['Phoenix', 'AZ', ['85003', '85017', '85042']],
  ['Las Vegas', 'NV', ['89101', '89119']],
  ['Los Angeles', 'CA', ['90015', '90026', '90045']],
  ['San Diego', 'CA', ['92101', '92111']],
  ['Sacramento', 'CA', ['95814', '95822']],
  ['Portland', 'OR', ['97202', '97214']],
  ['Seattle', 'WA', ['98104', '98118']],
];

const STREETS = [
  'Main St',
  'Market St',
  'Broad St',
  'Washington Ave',
  'Lincoln Ave',
  'Park Ave',
  'Industrial Blvd',
  'Commerce Dr',
  'Canal St',
  'Maple Ave',
  'Oak St',
  'Railroad Ave',
  'Jefferson St',
  'Harbor Blvd',
  '2nd Ave',
  '5th St',
  'Mill Rd',
  'Airport Rd',
] as const;

export function drawPlace(random: Random): Place {
  const [city, state, zips] = random.pick(CITIES);
  const unit = random.chance(0.25) ? `, Suite ${random.int(1, 40) * 10}` : '';
  return {
    street: `${random.int(11, 4890)} ${random.pick(STREETS)}${unit}`,
    city,
    state,
    zip: random.pick(zips),
  };
}

/** Mail goes to a post-office box in the same town. */
export function mailingPlace(random: Random, main: Place): Place {
  return { ...main, street: `PO Box ${random.int(100, 9800)}` };
}

/** Numbers from 555-0100 to 555-0199 are reserved for fiction. */
export function drawPhoneNumber(random: Random): string {
  return `(${random.pick(['212', '215', '305', '312', '404', '602', '713', '917'])}) 555-01${random.int(10, 99)}`;
}
