/** MailDev ends with its first client that is killed while it sends, and tests kill some. Anything else still ends it. */
process.on('uncaughtException', (error) => {
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return;
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
