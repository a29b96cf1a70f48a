/** What is shown of a calendar, in one file that loads with the first mail that has one. */
export { InvitationBand } from './invitation-band.tsx'
export { InvitationPreview } from './invitation-view.tsx'
