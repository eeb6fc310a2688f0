import { permissions } from './faults/permissions.ts';
import { races } from './faults/races.ts';
import { screens } from './faults/screens.ts';
import type { PlantedFault } from './planted-fault.ts';

/** What Stryker cannot plant: a missing permission, a race, a screen. At most a hundred. */
export const plantedFaults: readonly PlantedFault[] = [...permissions, ...races, ...screens];
