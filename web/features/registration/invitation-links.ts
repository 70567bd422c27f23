/** The invitation in a link to the registration page, in its hash or in its query. */
export type InvitationLinks = {
  invitation?: string | undefined
  'team-invitation'?: string | undefined
}

/** The hash that says the same as a query: a hash is sent to nobody, so that no proxy keeps the code. */
export const hashOfInvitation = (links: InvitationLinks): string =>
  new URLSearchParams(Object.entries(links).filter((link): link is [string, string] => Boolean(link[1]))).toString()

export const invitationInHash = (hash: string): InvitationLinks => {
  const links = new URLSearchParams(hash)
  return {
    invitation: links.get('invitation') ?? undefined,
    'team-invitation': links.get('team-invitation') ?? undefined,
  }
}
