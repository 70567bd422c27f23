import { setTimeout as wait } from 'node:timers/promises'
import { Option } from 'commander'
import { commandOf, printDone, withPast } from '#cli/command.ts'
import { begunOrders } from '#cli/connection/begun-orders.ts'
import { findPlace, idOf } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { openRemoteProgress } from '#cli/output/progress.ts'
import { confirm } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import { PackId } from '#schemas/ids.ts'
import { packVersions } from '#schemas/records/pack.ts'
import { deletePack, downloadPack, listPacks, orderPack, type Pack, showPack } from '#schemas/resources/packs.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { listCommand } from './list-command.ts'
import { localName, saveLongContent, saving } from './save-content.ts'

type Place = { client?: string; site?: string; visit?: string }
type Saving = { output?: string | undefined; force?: true | undefined }
type Order = Place &
  Saving & { from?: string; files: boolean; versions?: (typeof packVersions)[number]; reason: string }

/** The one record that is named, as `within` of an order. Throws Failure. */
const placeOf = async (server: Server, { client, site, visit }: Place): Promise<string> => {
  const isOne = [client, site, visit].filter((each) => each !== undefined).length === 1
  const place = isOne ? await findPlace(server, { client, site, visit }) : undefined
  if (place === undefined) throw new Failure('Pass one of --site, --client and --visit.', exitCodes.wrongUsage)
  return place
}

/** The pack of an order that was stopped, as long as it can be had. */
const stoppedPack = async (server: Server, id: string | undefined): Promise<Pack | undefined> => {
  if (id === undefined) return undefined
  const asked = server.call(showPack, { params: { id: PackId.parse(id) } })
  const pack = await asked.then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof Failure && error.status === 404) return undefined
      throw error
    },
  )
  return pack?.state === 'failed' || pack?.state === 'expired' ? undefined : pack
}

/** Milliseconds between two looks at a pack that is being made. */
const lookEvery = 1000

/** The pack once it is made. Throws Failure where it cannot be had. */
const untilMade = async (session: Session, server: Server, id: PackId): Promise<Pack> => {
  const progress = openRemoteProgress(session, 'pack')
  try {
    for (;;) {
      const { data: pack } = await server.call(showPack, { params: { id } })
      const { state, done, total } = pack
      if (state === 'ready') return pack
      if (state === 'failed' || state === 'expired') throw new Failure(`The pack is ${state}. Order another one.`)
      if (total > 0) progress.to(done / total, `${done} of ${counted(total, 'file')}`)
      await wait(lookEvery)
    }
  } finally {
    progress.end()
  }
}

/** Waits for a pack and saves it; what was saved of it before is not asked for again. */
const save = async (session: Session, server: Server, id: PackId, { output, force }: Saving) => {
  const pack = await untilMade(session, server, id)
  const { name, as_of, differing } = pack
  const bytes = pack.bytes ?? 0
  const size = humanReadableSize(bytes)
  const target = output ?? localName(`${name || 'Evidence'}, ${as_of.slice(0, 10)}.zip`)
  const progress = openRemoteProgress(session, 'download')
  const content = {
    open: (headers: Record<string, string>) =>
      server.open(downloadPack, { params: { id } }, { headers: { ...headers, accept: '*/*' } }),
    etag: pack.sha256 ?? '',
    bytes,
    stem: `${target}.${id}`,
    onBytes: (done: number) => progress.to(done / bytes, `${humanReadableSize(done)} of ${size}`),
  }
  await saveLongContent(content, target, force === true).finally(progress.end)
  if (differing)
    session.terminal.note(`${counted(differing, 'content')} gone or not as uploaded; see files.csv in the pack.`)
  printDone(session, `Saved ${target} (${size}).`, { ...pack, path: target })
}

const packNamed = (text: string): PackId => idOf(PackId, text, 'a pack', 'pack list')

const list = listCommand<Pack>({
  noun: 'evidence packs',
  examples: ['pack list', 'pack list --json'],
  searchable: false,
  columns: {
    Of: ({ within, name }) => `${within.split('/')[0]} ${name}`,
    'As of': ({ as_of }) => as_of.slice(0, 16).replace('T', ' '),
    State: ({ state, done, total }) => (state === 'reading' ? `${state}, ${done} of ${total}` : state),
    Size: ({ bytes }) => (bytes === null ? '' : humanReadableSize(bytes)),
    By: ({ by }) => by?.name,
    Reason: 'reason',
    Ends: ({ expires_at }) => expires_at?.slice(0, 10),
    Id: 'id',
  },
  pages: (server, _options, limit) => allPages(server, listPacks, {}, limit),
})

const download = commandOf<Saving>(
  {
    name: 'download <id>',
    summary: 'Save an evidence pack here once it is made; goes on where that broke off',
    examples: ['pack download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --output quay-house.zip'],
  },
  (session, [text = ''], options) => save(session, session.server(), packNamed(text), options),
  saving,
)

const remove = commandOf<{ yes?: true }>(
  {
    name: 'delete <id>',
    summary: 'Delete an evidence pack, which cannot be downloaded any more',
    examples: ['pack delete 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --yes'],
  },
  async (session, [text = ''], { yes }) => {
    const id = packNamed(text)
    await confirm(session.terminal, 'Delete this evidence pack?', yes === true)
    await session.server().call(deletePack, { params: { id } })
    printDone(session, 'Deleted the evidence pack.', { id })
  },
  (command) => command.option('--yes', 'do not ask'),
)

const order = commandOf<Partial<Order>>(
  {
    name: 'pack',
    summary: 'Save files and history of a client, a site or a visit, with what proves both',
    examples: [
      'pack --site "Quay House" --reason "Annual audit"',
      'pack --client Acme --as-of 31/03/2026 --versions all --reason "Claim 4711" --output acme.zip',
    ],
  },
  async (session, _args, { output, force, from, files = true, versions, reason, ...place }) => {
    if (reason === undefined)
      throw new Failure('Pass --reason: it stands in the pack and in the history.', exitCodes.wrongUsage)
    const server = session.server()
    const body = { within: await placeOf(server, place), as_of: session.asOf, from, files, versions, reason }
    const { data: user } = await server.call(currentUser)
    const begun = begunOrders(process.env, server.url, user.id, body)
    const stopped = await stoppedPack(server, begun.stopped())
    const { id, created_at } = stopped ?? (await server.call(orderPack, { body })).data
    begun.begin(id)
    session.terminal.note(
      stopped
        ? `Goes on with the pack that was ordered on ${created_at.slice(0, 16).replace('T', ' ')}.`
        : 'Ordered. If this ends too soon, the same command goes on.',
    )
    await save(session, server, id, { output, force })
    begun.end()
  },
  (command) =>
    saving(
      withPast(command)
        .option('--site <site>', 'of a site, by id or name')
        .option('--client <client>', 'of a client, by id or name')
        .option('--visit <visit>', 'of a visit, by id or name')
        .option('--from <moment>', 'only the history after this; all of it by default')
        .option('--no-files', 'without the contents of files')
        .addOption(new Option('--versions <which>', 'of the contents of files').choices(packVersions))
        .option('--reason <text>', 'what for; it stands in the pack and in the history'),
    ),
)

export const packs = order.enablePositionalOptions().addCommand(list).addCommand(download).addCommand(remove)
