import type { Random } from '../random.ts';

const FIRST_NAMES = (
  'James Maria Robert Linda Michael Patricia David Jennifer William Elena Carlos Susan Joseph Angela Thomas Rosa ' +
  'Daniel Nicole Anthony Karen Mark Fatima Steven Grace Kevin Mei Brian Priya George Tanya Edward Olga Ronald Yvonne ' +
  'Jason Denise Luis Monica Ahmed Theresa Victor Hannah Andre Beatriz Samuel Joyce Raymond Lauren Hector Simone'
).split(' ');

const LAST_NAMES = (
  'Alvarez Bennett Carter Delgado Edwards Foster Garcia Hughes Ibrahim Jackson Kim Lopez Mitchell Nguyen Owens Patel ' +
  'Quinn Ramirez Sullivan Torres Underwood Vasquez Walker Xiong Young Zimmerman Barnes Castillo Dawson Ellison Fleming ' +
  'Gallagher Hoffman Jensen Kowalski Lombardi Marino Novak Okafor Pearson Reyes Santoro Tran Vargas Whitaker'
).split(' ');

const LEADS = (
  'Golden Oak,Blue Heron,Three Rivers,Sunrise,Liberty,Riverside,Lakeview,Evergreen,Iron Gate,Silver Pine,Red Brick,' +
  'Pacific Coast,Old Mill,Summit,Crescent,Bright Star,Cornerstone,Eagle Point,First Choice,Heritage,Parkside,' +
  'Southern Cross,Two Brothers,Valley View,Westfield,Atlantic,Beacon Hill,Copper Canyon,Diamond,Empire,Fair Haven,' +
  'Green Meadow,High Desert,Imperial,Kings Road,Lone Star,Mountain View,North Shore,Orchard,Prairie,Quality,Royal,' +
  'Stone Bridge,Tri-County,Union Square,Victory,White Oak,Metro'
).split(',');

const TRADES: readonly (readonly [industry: string, works: readonly string[]])[] = [
  ['Restaurants', ['Grill', 'Kitchen', 'Pizzeria', 'Diner', 'Taqueria', 'Bistro', 'Smokehouse']],
  ['Trucking', ['Trucking', 'Freight Lines', 'Logistics', 'Transport', 'Hauling']],
  ['Construction', ['Builders', 'Construction', 'Contracting', 'Concrete', 'Remodeling']],
  ['Roofing', ['Roofing', 'Roofing & Siding']],
  ['Auto Repair', ['Auto Repair', 'Auto Body', 'Tire & Auto', 'Transmission']],
  ['HVAC', ['Heating & Air', 'Mechanical', 'Air Conditioning']],
  ['Plumbing', ['Plumbing', 'Plumbing & Drain']],
  ['Electrical', ['Electric', 'Electrical Services']],
  ['Landscaping', ['Landscaping', 'Tree Service', 'Lawn & Garden']],
  ['Medical Practice', ['Medical Group', 'Family Practice', 'Urgent Care']],
  ['Dental Practice', ['Dental', 'Family Dentistry']],
  ['Home Health Care', ['Home Care', 'Home Health']],
  ['Retail', ['Furniture', 'Hardware', 'Appliances', 'Flooring', 'Pet Supply']],
  ['Grocery', ['Market', 'Food Mart', 'Produce', 'Deli & Grocery']],
  ['Beauty Salon', ['Salon', 'Salon & Spa', 'Barber Shop']],
  ['Staffing', ['Staffing', 'Workforce Solutions']],
  ['Manufacturing', ['Manufacturing', 'Fabrication', 'Machine Works', 'Packaging']],
  ['Wholesale', ['Wholesale', 'Supply', 'Distributors', 'Imports']],
  ['Cleaning Services', ['Janitorial', 'Cleaning Services']],
  ['Printing', ['Printing', 'Signs & Graphics']],
  ['Child Care', ['Learning Center', 'Child Care']],
  ['Fitness', ['Fitness', 'Martial Arts']],
];

export interface PersonName {
  firstName: string;
  lastName: string;
}

export function drawPerson(random: Random): PersonName {
  return { firstName: random.pick(FIRST_NAMES), lastName: random.pick(LAST_NAMES) };
}

export interface BusinessName {
  name: string;
  dba: string | null;
  industry: string;
}

export function drawBusiness(random: Random, owner: PersonName): BusinessName {
  const [industry, works] = random.pick(TRADES);
  const work = random.pick(works);
  const lead = random.weighted([
    [random.pick(LEADS), 6],
    [owner.lastName, 2],
    [`${owner.lastName} & Sons`, 1],
    [`${owner.lastName} Brothers`, 1],
  ]);
  const form = random.weighted([
    ['LLC', 6],
    ['Inc', 4],
    ['Corp', 2],
  ]);
  // The legal name of the company, and the name over its shop door.
  if (random.chance(0.2)) {
    return { name: `${owner.lastName} Enterprises ${form}`, dba: `${lead} ${work}`, industry };
  }
  return { name: `${lead} ${work} ${form}`, dba: random.chance(0.35) ? `${lead} ${work}` : null, industry };
}

export const BROKER_FIRMS = [
  'Brightpath Business Capital',
  'Corner Office Funding Group',
  'Lantern Street Advisors',
  'Mainline Merchant Brokers',
  'Oak Harbor Financial',
  'Rapid River Consulting',
  'Seaboard Funding Source',
  'Tidewater Business Loans',
  'Upstate Capital Connect',
  'Vista Commercial Funding',
  'Wilder Commercial Group',
  'Zenith ISO Partners',
] as const;

/** Other funders, on whose advances a merchant may still be paying. */
export const OTHER_FUNDERS = [
  'Bayline Funding',
  'Cloverfield Capital',
  'Fastlane Advance',
  'Granite Merchant Capital',
  'Hudson Yard Funding',
  'Pinecrest Advance',
  'Quickline Capital',
  'Redwood Merchant Funding',
  'Sterling Bridge Capital',
  'Velocity Street Funding',
] as const;

export const SYNDICATE_LEADS = [
  'Ashford',
  'Birch Hill',
  'Cobalt',
  'Dunmore',
  'Elkhorn',
  'Fairmont',
  'Glen Rock',
  'Hawthorn',
  'Juniper',
  'Kestrel',
  'Larkspur',
  'Mulberry',
  'Oakmont',
  'Pembroke',
  'Quarry',
  'Rosewood',
  'Stonegate',
  'Tamarack',
] as const;
export const SYNDICATE_TAILS = [
  'Capital',
  'Holdings',
  'Income Fund',
  'Investments',
  'Partners',
  'Ventures',
] as const;

export const BANK_BRANDS = [
  'First Commonwealth',
  'Union Federal',
  'Riverbank',
  'Citizens Trust',
  'Gateway National',
] as const;
