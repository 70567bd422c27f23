import type { ContentStore } from '#api/adapters/content-store.ts'
import { pictureDecider } from '#api/domain/picture.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamInvitationDecider } from '#api/domain/team-invitation.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { pictureStream, teamInvitationStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, TeamInvitationId, UserId } from '#schemas/ids.ts'
import { maxLogoBytes } from '#schemas/limits/upload-rules.ts'

/** Throws RuleBroken 'team-invitation-gone' unless an operator's invitation can be accepted now. */
export const requireOpenTeamInvitation = async (ledger: Ledger, id: TeamInvitationId): Promise<void> => {
  const { status } = await load(ledger, teamInvitationDecider, teamInvitationStream(id))
  if (status !== 'open') throw new RuleBroken('team-invitation-gone')
}

type Tools = { ledger: Ledger; content: ContentStore }

/**
 * Accepts an operator's invitation to a team that is about to be founded; its logo becomes the team's photo.
 * Only one of two concurrent calls succeeds. Throws RuleBroken 'team-invitation-gone'.
 */
export const acceptTeamInvitation =
  ({ ledger, content }: Tools, id: TeamInvitationId, requestContext: CommandContext) =>
  async ({ userId, teamId }: { userId: UserId; teamId: TeamId }): Promise<void> => {
    const context = { ...requestContext, actor: userId, teamId }
    const stream = teamInvitationStream(id)
    const invitation = await load(ledger, teamInvitationDecider, stream)
    const command = { type: 'AcceptTeamInvitation', teamInvitationId: id, userId, teamId } as const
    await handle(ledger, teamInvitationDecider, stream, command, context).catch((error) => {
      throw error instanceof RuleBroken ? new RuleBroken('team-invitation-gone') : error
    })
    const logo = invitation.status === 'open' ? invitation.logo : null
    const kept = logo && (await content.find(id, logo.content.hash))
    if (!logo || !kept) return
    const stored = await content.put(teamId, await kept.read(), { maxBytes: maxLogoBytes })
    const owner = { kind: 'team', id: teamId } as const
    const picture = { owner, content: stored, mimeType: logo.mimeType }
    await handle(ledger, pictureDecider, pictureStream(owner), { type: 'UploadPicture', picture }, context)
  }
