/** The browser that tests, pictures and measurements drive; CHROMIUM_PATH names another than Debian's. */
export const chromiumPath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium-headless-shell';
