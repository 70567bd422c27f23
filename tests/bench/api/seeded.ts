import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#cli/operations/redis.ts'
import { projections } from '#projections/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { password } from '#tests/support/teams.ts'
import { type Amount, fillLog } from './filled-log.ts'

/** A data folder with records, and the credentials of its owner. */
export type Seeded = { dataDir: string; token: string; email: string; teamId: TeamId; userId: UserId }

/** The factor on 10,000 clients, 50,000 sites and 100,000 files. */
const scale = Number(process.env.SCALE ?? 1)
const amount = { clients: 10_000 * scale, sites: 50_000 * scale, files: 100_000 * scale }

/** Raise it when the seeded events change. */
const version = 3
const kept = join(process.env.BENCH_DIR ?? tmpdir(), `siteledger-bench-${version}-${scale}`)

/** The versions of the read models in this source. */
const tables = JSON.stringify(projections.map(({ name, version }) => [name, version]))

export type Running = Product & { url: string; eventStoreUrl: string }

/** Starts the whole product on a data folder, with an unlimited plan; resolves when the product is ready. */
export const startOn = async (dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<Running> => {
  const plans = join(dataDir, 'plans.json')
  await writeFile(plans, JSON.stringify([{ id: 'free', name: 'Free', price: 0, interval: 'monthly', type: 'team' }]))
  const port = await freePort()
  const product = await startProduct({ port, dataDir, remove: async () => {} }, { PLANS_FILE: plans, ...env })
  // A failed run must not leave processes behind.
  const end = () => process.kill(product.pid)
  process.once('exit', end)
  process.once('SIGTERM', () => process.exit(1))
  process.once('SIGINT', () => process.exit(1))
  void product.ended.then(() => process.off('exit', end))
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(`${url}/ready`)).status !== 200) await wait(200)
  const eventStoreUrl = (await readFile(join(dataDir, 'eventstore-url'), 'utf8')).trim()
  return { ...product, url, eventStoreUrl }
}

const email = 'bench@example.com'

const registerIn = async (dataDir: string): Promise<Seeded> => {
  const product = await startOn(dataDir)
  const owner = product.guest()
  const person = { name: 'Bench', email, password, password_confirmation: password }
  await owner.call(register, { body: { ...person, team: 'Bench', team_slug: 'bench', terms: true } })
  const abilities = offeredAbilities(false).map(({ value }) => value)
  const { token } = (await owner.call(createApiToken, { body: { name: 'Bench', abilities } })).body
  const user = (await owner.call(currentUser)).body
  const team = (await owner.call(currentTeam)).body
  await product.stop()
  return { dataDir, token, email, teamId: team.id, userId: user.id }
}

/** Fills an empty data folder. */
export const seed = async (dataDir: string, of: Amount): Promise<Seeded> => {
  const seeded = await registerIn(dataDir)
  await fillLog(dataDir, seeded.teamId, seeded.userId, of)
  return seeded
}

const make = async (): Promise<void> => {
  const making = `${kept}.making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { recursive: true })
  const seeded = await seed(making, amount)
  await writeFile(join(making, 'seeded.json'), JSON.stringify(seeded))
  await rename(making, kept)
}

/** Lets the product build read models that are missing or outdated. */
const bringUpToDate = async (): Promise<void> => {
  const noted = join(kept, 'tables.json')
  if ((await readFile(noted, 'utf8').catch(() => '')) === tables) return
  const product = await startOn(kept)
  await product.stop()
  await writeFile(noted, tables)
}

/** A copy for one run to write into; the original is kept between runs. */
export const seededCopy = async (): Promise<Seeded & { remove: () => Promise<void> }> => {
  const read = () => readFile(join(kept, 'seeded.json'), 'utf8')
  const text = await read().catch(async () => {
    process.stdout.write(`writing ${JSON.stringify(amount)} to ${kept}, once\n`)
    await make()
    return read()
  })
  await bringUpToDate()
  const dataDir = `${kept}-${process.pid}`
  await cp(kept, dataDir, { recursive: true })
  const seeded: Seeded = JSON.parse(text)
  return { ...seeded, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}
