import type { Captcha } from '../platform/integrations/captcha.ts';

/** For tests that sign in often: solving a captcha takes longer than everything else there. */
export const noCaptcha: Captcha = {
  inPage: { provider: 'altcha' },
  sources: { scripts: [], frames: [], calls: [] },
  newChallenge: async () => null,
  verify: async () => 'passed',
};
