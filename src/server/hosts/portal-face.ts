/** How the portal presents itself where it belongs to no tenant. */
export interface PortalFace {
  name: string;
  supportEmail: string;
  /** The address of a help page, or a mailto link. */
  supportUrl: string;
}
