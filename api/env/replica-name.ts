import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Env } from './env.ts'

/** Why a process does not go on under a name, in one line. */
export const nameTaken = (name: string): string =>
  `Another process of this installation is called ${name}: give each a REPLICA_NAME of its own.`

/** What a process is called among the others: REPLICA_NAME, else by its machine and role and what tells it from others there. */
export const replicaNameOf = ({ replicaName, port }: Pick<Env, 'replicaName' | 'port'>, role: 'api' | 'workers') => {
  const machine = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-')
  const end = role === 'api' ? port : randomBytes(3).toString('hex')
  return replicaName ?? `${machine.slice(0, 40)}-${role}-${end}`
}
