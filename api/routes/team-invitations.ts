import type { ContentStore } from '#api/adapters/content-store.ts'
import { type TeamInvitationCommand, teamInvitationDecider } from '#api/domain/team-invitation.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamInvitationStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { invalidField, notFound } from '#api/http/problem.ts'
import { type Route, route, type UploadedFile } from '#api/http/route.ts'
import { typeOfBytes } from '#api/http/type-of-bytes.ts'
import { contentAnswers } from '#api/services/files/content-answers.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { TeamInvitationRow } from '#projections/directory/team-invitations.ts'
import type { CommandContext } from '#schemas/event.ts'
import { TeamInvitationId } from '#schemas/ids.ts'
import { brokenLogoRule, invalidFileType, logoTypes, maxLogoBytes } from '#schemas/limits/upload-rules.ts'
import {
  listTeamInvitations,
  lookUpTeamInvitation,
  resendTeamInvitation,
  sendTeamInvitation,
  type TeamInvitation,
  teamInvitationLogo,
  withdrawTeamInvitation,
  withdrawTeamInvitationByBody,
} from '#schemas/resources/team-invitations.ts'

const logoUrl = (id: TeamInvitationId): string => `/team-invitations/${id}/logo`

const present = ({ logo_file_name, ...row }: TeamInvitationRow): TeamInvitation => ({
  ...row,
  logo: logo_file_name === null ? null : logoUrl(row.id),
  local_file_name: logo_file_name,
})

/** The uploaded logo, or null. Throws 422 under `logo`. */
const receivedLogo = async ([file]: readonly UploadedFile[]) => {
  if (!file) return null
  const broken = brokenLogoRule(file)
  if (broken) throw invalidField('logo', broken)
  const sniffed = await typeOfBytes(file.path)
  const mimeType = logoTypes.find((type) => type === sniffed && type === file.type)
  if (!mimeType) throw invalidField('logo', invalidFileType)
  return { file, mimeType }
}

/** Loads an open invitation from the log; 404 if it is not open. */
const openInvitation = async (ledger: Ledger, id: TeamInvitationId) => {
  const invitation = await load(ledger, teamInvitationDecider, teamInvitationStream(id))
  if (invitation.status !== 'open') throw notFound()
  return invitation
}

/** Operators invite people to found a team; the mailed link opens registration (D-24). */
export const teamInvitationRoutes = (
  ledger: Ledger,
  content: ContentStore,
  { teamInvitations }: ReadModels['directory'],
): Route[] => {
  const { kept } = contentAnswers(content)

  const order = async (command: TeamInvitationCommand, id: TeamInvitationId, context: CommandContext) =>
    (await handle(ledger, teamInvitationDecider, teamInvitationStream(id), command, context)).position

  const withdraw = async (teamInvitationId: TeamInvitationId, context: CommandContext) =>
    empty(await order({ type: 'WithdrawTeamInvitation', teamInvitationId }, teamInvitationId, context))

  return [
    route(listTeamInvitations, () => resource(teamInvitations.open().map(present))),

    route(sendTeamInvitation, async ({ body, files, context }) => {
      const received = await receivedLogo(files)
      const id = TeamInvitationId.parse(idMadeBy(context.commandId, 'team-invitation'))
      const { email, name, team_name } = body
      const stored = received && (await content.putFile(id, received.file, { maxBytes: maxLogoBytes }))
      const logo =
        received && stored ? { content: stored, mimeType: received.mimeType, fileName: received.file.fileName } : null
      const invitation = { teamInvitationId: id, email, name, teamName: team_name, logo }
      const position = await order({ type: 'SendTeamInvitation', invitation }, id, context)
      const row = { id, email, name, team_name, logo_file_name: logo?.fileName ?? null, sent_at: context.at }
      // While the read models are behind, the answer is what the command wrote (D-05).
      return resource(() => present(teamInvitations.one(id) ?? row), position)
    }),

    route(resendTeamInvitation, async ({ params: { id }, context }) =>
      empty(await order({ type: 'ResendTeamInvitation', teamInvitationId: id }, id, context)),
    ),

    route(withdrawTeamInvitation, ({ params, context }) => withdraw(params.id, context)),

    route(withdrawTeamInvitationByBody, ({ body, context }) => withdraw(body.id, context)),

    route(lookUpTeamInvitation, async ({ params: { id } }) => {
      const { email, name, teamName, logo } = await openInvitation(ledger, id)
      return resource({ id, email, name, team_name: teamName, logo: logo && logoUrl(id) })
    }),

    route(teamInvitationLogo, async ({ params: { id } }) => {
      const { logo } = await openInvitation(ledger, id)
      if (!logo) throw notFound()
      return kept(id, logo.content.hash, { type: logo.mimeType, disposition: 'inline', name: logo.fileName })
    }),
  ]
}
