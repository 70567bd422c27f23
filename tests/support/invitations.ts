import { teamStream } from '#api/event-store/streams.ts'
import type { InvitationId } from '#schemas/ids.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import type { TestApp } from './app.ts'
import type { Member } from './teams.ts'

/** Invites an address to the owner's team; `changes` are role and limits. */
export const inviteTo = async (owner: Member, email: string, changes: object = {}) => {
  const { body } = await owner.call(sendInvitation, { params: { id: owner.teamId }, body: { email, ...changes } })
  return body
}

/** The code in the mailed link of an invitation, which no answer contains. */
export const codeOf = async (app: TestApp, owner: Member, id: InvitationId): Promise<string> => {
  for (const { type, data } of await app.ledger.read(teamStream(owner.teamId))) {
    if (type === 'InvitationSent' && data.invitationId === id && data.code !== null) return data.code
  }
  throw new Error('There is no such invitation.')
}
