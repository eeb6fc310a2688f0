// Runs before each file of unit tests, so that no service can be reached even if this machine has them.
const SERVICES = /^(DATABASE_|S3_|SMTP_|MAILDEV_|CLAMD_|TEST_TEMPLATE$)/;

for (const name of Object.keys(process.env)) if (SERVICES.test(name)) delete process.env[name];
process.env['UNIT_TEST'] = 'yes';
