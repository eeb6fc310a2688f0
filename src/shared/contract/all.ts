import { authContract } from './auth.ts';
import { portfolioContract } from './portfolio.ts';
import { profileContract } from './profile.ts';

/** Every call the portal answers, by feature. A route that is not here cannot be registered. */
export const contract = {
  auth: authContract,
  portfolio: portfolioContract,
  profile: profileContract,
};
