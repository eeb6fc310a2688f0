/** How the portal as such presents itself. */
export interface PortalFace {
  name: string;
  supportEmail: string;
  /** A page of help, or an address to write to. */
  supportUrl: string;
}
