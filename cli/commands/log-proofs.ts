import { commandOf, groupOf } from '#cli/command.ts'
import type { Session } from '#cli/session.ts'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { proveInclusion, showCheckpoint, showKeptCheckpoint } from '#schemas/resources/log-proofs.ts'
import { programCommand } from './local-program.ts'

/** Prints a note or a proof as it is answered, byte by byte: others verify it. */
const printText = async <E extends Endpoint>({ server, terminal }: Session, endpoint: E, call: CallOf<E>) => {
  const answer = await server().open(endpoint, call)
  terminal.print((await answer.text()).replace(/\n$/, ''))
}

export const checkpoint = commandOf(
  {
    name: 'checkpoint [size]',
    summary: 'Print the newest checkpoint of the log, or the one of so many events that is kept',
    examples: ['checkpoint > checkpoint.note', 'checkpoint 183004'],
  },
  (session, [size]) =>
    size === undefined
      ? printText(session, showCheckpoint, {})
      : printText(session, showKeptCheckpoint, { params: { size } }),
)

export const proof = commandOf(
  {
    name: 'proof <position>',
    summary: 'Print the proof that the event of a history entry is in the newest checkpoint',
    examples: ['proof 184213 > entry.tlog-proof'],
  },
  (session, [position = '']) => printText(session, proveInclusion, { query: { position } }),
)

const several = (text: string, before: string[]): string[] => [...before, text]

export const verify = programCommand(
  {
    name: 'verify',
    summary:
      'Read every event of a log anew, and compare it with the checkpoints that were signed; fails where they differ',
    examples: [
      'verify',
      'verify --checkpoint /safe/2026-11-24.note --content',
      'verify --log /backups/2026-11-21 --vkey siteledger/log/…+c0fecbab+Aep…',
    ],
  },
  ['cli/operations/verify/main.ts'],
  (command) =>
    command
      .option('--log <place>', 'address, DATA_DIR or backup; that of this installation unless named')
      .option('--checkpoint <file>', 'a checkpoint that somebody kept; again for more', several, [])
      .option(
        '--vkey <key>',
        'the public key to trust, instead of that of this installation; again for more',
        several,
        [],
      )
      .option('--content', 'read every content too, and compare its SHA-256'),
)

const program = 'cli/operations/notary/main.ts'

const status = programCommand(
  {
    name: 'status',
    summary: 'Show how the log is signed: origin, public keys, the newest checkpoint, and why it is not signed',
    examples: ['notary status'],
  },
  [program, 'status'],
)

const rotate = programCommand(
  {
    name: 'rotate',
    summary: 'Give the notary another key, for which the present one vouches',
    examples: ['notary rotate'],
  },
  [program, 'rotate'],
)

const beginAnew = programCommand(
  {
    name: 'begin-anew',
    summary:
      'Let the notary go on under another name where the log is not what was signed; everybody is told the reason',
    examples: ["notary begin-anew --reason 'restored the backup of 24/11/2026'"],
  },
  [program, 'begin-anew'],
  (command) => command.requiredOption('--reason <text>', 'why, for everybody who checks the log'),
)

export const notary = groupOf('notary', 'The checkpoints that the log of this installation is signed with', [
  status,
  rotate,
  beginAnew,
])
