import { hasReached } from '#projections/engine/position.ts'
import { projections } from '#projections/registry.ts'
import { describing } from '../adapters/describe-replica.ts'
import { inspectStorage } from '../adapters/storage.ts'
import type { Env } from '../env/env.ts'
import { nameTaken } from '../env/replica-name.ts'
import type { Ports } from '../ports.ts'
import { inspectReadModels, namesOfBuilds } from '../read-side/inspect-read-models.ts'
import { openSharedStorage } from '../read-side/shared-answers.ts'
import { openSharedRebuilds, ownRebuilds } from '../read-side/shared-rebuilds.ts'
import { openSharedReplays, ownReplays } from '../read-side/shared-replays.ts'
import { version } from './version.ts'

type ReplicaSetup = {
  env: Env
  ports: Pick<Ports, 'ledger' | 'projector' | 'readModels' | 'rebuilds' | 'stores'>
  /** What it is called among the others. */
  name: string
  /** Called with a line when another process has the same name and goes on. */
  taken: (line: string) => void
  /** Called with a line when another process reads what it cannot. */
  outdated: (line: string) => void
}

/** Milliseconds between two looks at what is ordered of all replicas. */
const obeyedEvery = 3000

/** Joins the other API processes as one of them: answers their questions, and does what is ordered of all. */
export const joinReplicas = async ({ env, ports, name, taken, outdated }: ReplicaSetup) => {
  const { ledger, projector, rebuilds, stores } = ports
  const { lastPosition } = ledger
  const { rebuildOrders: orders } = stores.replicas
  const own = ownRebuilds({
    replica: name,
    rebuilds,
    orders,
    inspect: () => inspectReadModels({ folder: ports.readModels.folder, projector, lastPosition }),
    replays: ownReplays({ replay: rebuilds.replayMetrics, rebuilds }),
    inspectStorage: () => inspectStorage(env),
  })
  const replicas = stores.replicas.join({
    name,
    describeSelf: describing({
      role: 'api',
      version,
      position: () => projector.standing().upTo,
      holds: (position) => hasReached(projector.standing().upTo, position),
      building: () => namesOfBuilds(projector.states(), rebuilds),
      lastPosition,
    }),
    taken: () => taken(nameTaken(name)),
    answer: own.answer,
    stoppedAt: () => projector.states().flatMap(({ at }) => at?.type ?? []),
    outdated,
  })
  // Before the first write it is known who has to read it.
  await replicas.list()
  const obeying = setInterval(() => void own.obey().catch(() => undefined), obeyedEvery)
  const names = projections.map((each) => each.name)
  return {
    /** How it stands, and the others. */
    standing: {
      replicas,
      rebuilds: openSharedRebuilds(replicas, orders, names),
      replays: openSharedReplays(replicas, orders),
      storage: openSharedStorage(replicas),
    },
    leave: async (): Promise<void> => {
      clearInterval(obeying)
      await replicas.leave().catch(() => undefined)
    },
  }
}
