import { openAsBlob } from 'node:fs'
import { basename, extname } from 'node:path'
import { commandOf, groupOf, printDone, rowsCommand } from '#cli/command.ts'
import { Failure } from '#cli/failure.ts'
import {
  listTeamInvitations,
  resendTeamInvitation,
  sendTeamInvitation,
  TeamInvitation,
  withdrawTeamInvitation,
} from '#schemas/resources/team-invitations.ts'

const list = rowsCommand(
  {
    name: 'list',
    summary: 'List open invitations to found a team, newest first',
    examples: ['kiosk invitations list', 'kiosk invitations list --json'],
  },
  (server) => server.call(listTeamInvitations),
  {
    Team: 'team_name',
    Name: 'name',
    Email: 'email',
    Sent: ({ sent_at }) => sent_at.slice(0, 19).replace('T', ' '),
    Id: 'id',
  },
)

const logoOf = (path: string): Promise<Blob> =>
  openAsBlob(path, { type: extname(path).toLowerCase() === '.png' ? 'image/png' : 'image/jpeg' }).catch(() => {
    throw new Failure(`${path} cannot be read.`)
  })

const send = commandOf<{ logo?: string }>(
  {
    name: 'send <email> <name> <team>',
    summary: 'Invite someone to found a team',
    examples: ['kiosk invitations send ann@example.com "Ann Archer" Northgate --logo northgate.png'],
  },
  async (session, [email = '', name = '', team = ''], { logo }) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ email, name, team_name: team })) form.append(field, value)
    if (logo !== undefined) form.append('logo', await logoOf(logo), basename(logo))
    const answer = await session.server().open(sendTeamInvitation, {} as never, { body: form })
    const sent = TeamInvitation.parse(await answer.json())
    printDone(session, `Invited ${email} to found ${sent.team_name} (${sent.id}).`, sent)
  },
  (command) => command.option('--logo <path>', 'a JPEG or PNG of at most 100 KB'),
)

const resend = commandOf(
  {
    name: 'resend <id>',
    summary: 'Send an invitation to found a team again',
    examples: ['kiosk invitations resend 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [id = '']) => {
    await session.server().call(resendTeamInvitation, { params: { id } })
    printDone(session, 'The invitation was sent again.', { resent: id })
  },
)

const cancel = commandOf(
  {
    name: 'cancel <id>',
    summary: 'Cancel an invitation to found a team',
    examples: ['kiosk invitations cancel 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [id = '']) => {
    await session.server().call(withdrawTeamInvitation, { params: { id } })
    printDone(session, 'The invitation is cancelled.', { cancelled: id })
  },
)

export const invitations = groupOf('invitations', 'Invitations to found a team', [list, send, resend, cancel])
