/** A small book as a funder's systems export it: each file with oddities of its own. */
const DEALS = `\uFEFFDeal ID;Merchant Name ;DBA;Funded Date;Funding Amount;Factor;RTR;Payment;Freq;Term (Days);Status;ISO;Comm %\r
900;Canal St Bakery  ;;10/05/26;$10,000.00;1.40;$14,000.00;$140.00;Daily;100;Performing;Brokers United;10%\r
901;Caf\u00e9 Luna;;09/14/26;$20,000.00;1.35;$27,000.00;$1,350.00;Weekly;100;Slow Pay;Brokers United;10%\r
902;CANAL ST BAKERY;;10/12/26;$15,000.00;1.42;$21,300.00;$213.00;Daily;100;Default;Empire;10%\r
`;

const SHARES = `Deal ID,Merchant,Investor,% Share,Date,Mgmt Fee\r
900,Canal St Bakery,Red Barn LLC,12.5%,10/05/26,4%\r
900,Canal St Bakery,Test Syndicate 0,20%,10/05/26,4%\r
901,Caf\u00e9 Luna,Red Barn LLC,5%,09/14/26,4%\r
902,CANAL ST BAKERY,Red Barn LLC,2.5%,10/12/26,4%\r
`;

const PAYMENTS = `Deal ID,Merchant,Process Date,Amount,Status,Return Code\r
900,Canal St Bakery,10/07/26,$140.00,Cleared,\r
900,Canal St Bakery,10/08/26,$140.00,Cleared,\r
900,Canal St Bakery,10/09/26,($140.00),Returned,R01\r
901,Caf\u00e9 Luna,09/21/26,"$1,350.00",Cleared,\r
902,CANAL ST BAKERY,10/14/26,$213.00,Cleared,\r
902,CANAL ST BAKERY,10/14/26,$213.00,Cleared,\r
777,Nobody,10/14/26,$9.00,Cleared,\r
Total,,,"$1,925.00",,\r
`;

/** `investor` is the name of one that the book has. */
export const messyBook = (investor: string) => ({
  'Deals Export.csv': Buffer.from(DEALS),
  'Syndication.csv': Buffer.from(SHARES.replace('Test Syndicate 0', investor), 'latin1'),
  'ACH Payments.csv': Buffer.from(PAYMENTS, 'latin1'),
});

export const MESSY_CONSTANTS = [
  { kind: 'deals', field: 'industry', value: 'Not known' },
  { kind: 'deals', field: 'started', value: '2020-01' },
];

export const MESSY_MEANINGS = [
  { kind: 'deals', field: 'status', value: 'Slow Pay', meaning: 'Partial Payment' },
  { kind: 'participations', field: 'syndicate', value: 'Red Barn LLC', meaning: 'new' },
  { kind: 'syndicates', field: 'esign_email', value: 'Red Barn LLC', meaning: 'office@redbarn.example' },
  { kind: 'brokers', field: 'email', value: 'Brokers United', meaning: 'desk@brokersunited.example' },
  { kind: 'brokers', field: 'email', value: 'Empire', meaning: 'desk@empire.example' },
];
