import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { offeredAbilities } from '#schemas/rights/token-abilities.ts'
import { newInstallation, type Part, parts, startProduct } from '#tests/support/product.ts'
import { registration } from '#tests/support/teams.ts'
import { newConfig } from '#tests/support/terminal.ts'
import { until } from '#tests/support/until.ts'

/** What may be killed: a part of the product, all parts and what keeps them alive at once, or the command that is typed. */
export type Victim = Part | 'machine' | 'command line'

/** A product whose parts are killed while somebody types commands. */
export const openHarried = async () => {
  const installation = await newInstallation()
  let product = await startProduct(installation)
  let isOver = false
  const watch = (): void => {
    const started = product
    isOver = false
    void started.ended.then(() => {
      isOver = product === started
    })
  }
  watch()
  const guest = () => product.guest()

  const pidsOf = (victim: Victim, commandLine: number | undefined): (number | undefined)[] => {
    if (victim === 'command line') return [commandLine]
    if (victim === 'machine') return [product.pid, ...parts.map(product.pidOf)]
    return [product.pidOf(victim)]
  }

  return {
    installation,
    guest,
    /** Kills one; what is dead already is as good as killed. */
    kill: (victim: Victim, commandLine: number | undefined): void => {
      for (const pid of pidsOf(victim, commandLine)) {
        if (pid !== undefined && pid !== process.pid) process.kill(pid, 'SIGKILL')
      }
    },
    /** The product answers again; where its supervisor has given up or is dead, somebody starts it again. */
    upAgain: (): Promise<void> =>
      until(async () => {
        if (isOver) {
          product = await startProduct(installation)
          watch()
        }
        const { status } = await guest().request('GET', '/ready')
        if (status !== 200) throw new Error(`It was answered ${status}`)
      }),
    /** Somebody with a team of their own, and the environment in which they type. */
    newImporter: async () => {
      const person = registration()
      const caller = guest()
      await caller.call(register, { body: person })
      const { body: team } = await caller.call(currentTeam)
      const abilities = offeredAbilities(false).map(({ value }) => value)
      const { body: token } = await caller.call(createApiToken, { body: { name: 'Terminal', abilities } })
      const url = `http://127.0.0.1:${installation.port}`
      const env = { SITELEDGER_URL: url, SITELEDGER_TOKEN: token.token, SITELEDGER_CONFIG: newConfig() }
      return { email: person.email, teamId: team.id, caller, env }
    },
    stop: () => product.stop(),
    close: async (): Promise<void> => {
      await product.stop()
      await installation.remove()
    },
  }
}
export type Importer = Awaited<ReturnType<Awaited<ReturnType<typeof openHarried>>['newImporter']>>
