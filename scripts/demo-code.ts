// Prints the present code of the authenticator app that the demo's staff and guest have: node scripts/demo-code.ts
import { generate } from 'otplib';
import { DEMO_FACTOR } from './demo-data/funders/people.ts';

console.log(await generate({ secret: DEMO_FACTOR }));
