import { type Command, InvalidArgumentError } from 'commander'
import { commandOf, groupOf, printDone, withPast } from '#cli/command.ts'
import { findClient, findSite, findVisit, idOf } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { confirm } from '#cli/prompts.ts'
import { ShareId } from '#schemas/ids.ts'
import { mostShareDays, proposedShareDays } from '#schemas/limits/share-rules.ts'
import { createShare, listShares, revokeShare, type ShareLink } from '#schemas/resources/shares.ts'
import { fileIdOf } from './file-versions.ts'
import { countOf, listCommand } from './list-command.ts'

type Named = { file?: string; visit?: string; site?: string; client?: string; compliance?: true }

const onlyOne = 'Pass only one of --file, --visit, --site and --client.'
const ofPlaces = '--compliance goes with --client or --site, and --client with --compliance.'

/** The fields of a request that name the record, and what of it; nothing where none is named. */
const recordOf = async (server: Server, { file, visit, site, client, compliance }: Named) => {
  if ([file, visit, site, client].filter((each) => each !== undefined).length > 1) {
    throw new Failure(onlyOne, exitCodes.wrongUsage)
  }
  const isOfPlace = client !== undefined || (site !== undefined && compliance === true)
  if (isOfPlace !== (compliance === true)) throw new Failure(ofPlaces, exitCodes.wrongUsage)
  const what = compliance ? { kind: 'compliance' as const } : {}
  if (client !== undefined) return { ...what, client_id: await findClient(server, client) }
  if (file !== undefined) return { file_id: fileIdOf(file) }
  if (visit !== undefined) return { visit_id: await findVisit(server, visit) }
  return site === undefined ? {} : { ...what, site_id: await findSite(server, site) }
}

const records = (command: Command): Command =>
  command
    .option('--file <id>', 'a file, by id')
    .option('--visit <visit>', 'the files of a visit, by id or name')
    .option('--site <site>', 'the files of a site, by id or name')
    .option('--client <client>', 'a client, by id or name, with --compliance')
    .option('--compliance', 'what is required of the client or the site, in place of files')

const openingsOf = ({ openings, max_openings }: ShareLink): string =>
  max_openings === null ? String(openings) : `${openings} of ${max_openings}`

const list = listCommand<ShareLink, Named>({
  noun: 'share links that have not ended',
  examples: ['shares list', 'shares list --site "Quay House"'],
  searchable: false,
  columns: {
    For: ({ kind, name }) => `${kind} ${name}`,
    Site: ({ site }) => site?.name,
    Opened: openingsOf,
    Downloads: 'downloads',
    Password: ({ locked }) => (locked ? 'yes' : 'no'),
    State: 'state',
    Ends: ({ expires_at }) => expires_at.slice(0, 10),
    By: ({ created_by_user }) => created_by_user.name,
    Id: 'id',
  },
  filters: records,
  pages: async (server, options, limit) =>
    allPages(server, listShares, { query: await recordOf(server, options) }, limit),
})

const daysOf = (text: string): number => {
  const days = /^(\d+)d$/.exec(text)?.[1]
  if (days !== undefined && Number(days) >= 1 && Number(days) <= mostShareDays) return Number(days)
  throw new InvalidArgumentError(
    `It must be a number of days such as ${proposedShareDays}d, at most ${mostShareDays}d.`,
  )
}

type Wishes = Named & { ends: number; limit?: number; password?: true }

/** A password that stands in no list of processes and in no history of a shell. */
const givenPassword = (): string => {
  const password = process.env.SITELEDGER_SHARE_PASSWORD ?? ''
  if (password !== '') return password
  throw new Failure('Set SITELEDGER_SHARE_PASSWORD to the password.', exitCodes.wrongUsage)
}

const create = commandOf<Wishes>(
  {
    name: 'create',
    summary: 'Make a share link for a file, a visit, a site or its compliance; it is printed this once',
    examples: [
      'shares create --site "Quay House"',
      'shares create --file 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --ends 7d --limit 3',
      'shares create --visit "Annual check" --password',
      'shares create --client Acme --compliance',
    ],
  },
  async (session, _args, { ends, limit, password, ...named }) => {
    const server = session.server()
    const record = await recordOf(server, named)
    if (Object.keys(record).length === 0)
      throw new Failure('Pass --file, --visit, --site or --client.', exitCodes.wrongUsage)
    const lock = { password: password ? givenPassword() : null, max_openings: limit ?? null }
    const { data } = await server.call(createShare, { body: { ...record, expires_in_days: ends, ...lock } })
    printDone(session, data.url, data)
  },
  (command) =>
    records(command)
      .option('--ends <days>', `after how many days it ends, at most ${mostShareDays}d`, daysOf, proposedShareDays)
      .option('--limit <n>', 'how often it can be opened in all', countOf)
      .option('--password', 'with the password in SITELEDGER_SHARE_PASSWORD'),
)

const revoke = commandOf<{ yes?: true }>(
  {
    name: 'revoke <id>',
    summary: 'Revoke a share link for ever, at once',
    examples: ['shares revoke 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --yes'],
  },
  async (session, [text = ''], { yes }) => {
    const id = idOf(ShareId, text, 'a share link', 'shares list')
    await confirm(session.terminal, 'Revoke this share link?', yes === true)
    await session.server().call(revokeShare, { params: { id } })
    printDone(session, 'Revoked the share link.', { id })
  },
  (command) => command.option('--yes', 'do not ask'),
)

export const shares = groupOf('shares', 'Links for people without an account', [withPast(list), create, revoke])
