import { allowedCalls, type Condition, conditionalCalls } from './system-calls.ts'

/** One instruction of classic BPF: code, jumps if true and if false, operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number]

// Instructions, as <linux/bpf_common.h> has them.
const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const skipUnlessEqual = (value: number, skipped: number): Instruction => [0x15, 0, skipped, value]
const skipIfEqual = (value: number, skipped: number): Instruction => [0x15, skipped, 0, value]
const skipUnlessSet = (bits: number, skipped: number): Instruction => [0x45, 0, skipped, bits]
const answer = (verdict: number): Instruction => [0x06, 0, 0, verdict]

// Verdicts of <linux/seccomp.h>; an error number is added to `refuse`.
const allow = 0x7fff0000
const killProcess = 0x80000000
const refuse = 0x00050000
const notPermitted = refuse | 1
const noSuchCall = refuse | 38

// Offsets in `struct seccomp_data`. Each argument takes 8 bytes; both architectures keep the lower half first.
const callNumber = 0
const architecture = 4
const argumentAt = (index: number) => 16 + 8 * index

/** For each architecture its number in <linux/audit.h>, and the index of its numbers of system calls. */
const architectures = { x64: { audit: 0xc000003e, index: 0 }, arm64: { audit: 0xc00000b7, index: 1 } } as const

const judge = (condition: Condition): Instruction[] => {
  const argument = load(argumentAt(condition.argument))
  if ('without' in condition) {
    return [argument, skipUnlessSet(condition.without, 1), answer(notPermitted), answer(allow)]
  }
  if ('having' in condition) return [argument, skipUnlessSet(condition.having, 1), answer(allow), answer(notPermitted)]
  const allowed = condition.oneOf.flatMap((value) => [skipUnlessEqual(value, 1), answer(allow)])
  return [argument, ...allowed, answer(notPermitted)]
}

/**
 * The filter of system calls for the renderer, as the kernel takes it (an array of `struct sock_filter`); undefined on
 * an architecture whose system calls are not known here.
 */
export const seccompFilter = (arch: string = process.arch): Uint8Array | undefined => {
  if (arch !== 'x64' && arch !== 'arm64') return undefined
  const { audit, index } = architectures[arch]
  const judged = [
    ...Object.values(allowedCalls).map((numbers) => ({ numbers, verdict: [answer(allow)] })),
    ...Object.values(conditionalCalls).map(({ numbers, condition }) => ({ numbers, verdict: judge(condition) })),
  ]
  const program: Instruction[] = [load(architecture), skipIfEqual(audit, 1), answer(killProcess), load(callNumber)]
  for (const { numbers, verdict } of judged) {
    const call = numbers[index]
    if (call !== undefined) program.push(skipUnlessEqual(call, verdict.length), ...verdict)
  }
  program.push(answer(noSuchCall))
  const bytes = Buffer.alloc(8 * program.length)
  for (const [at, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * at)
    bytes.writeUInt8(ifTrue, 8 * at + 2)
    bytes.writeUInt8(ifFalse, 8 * at + 3)
    bytes.writeUInt32LE(operand, 8 * at + 4)
  }
  return bytes
}
