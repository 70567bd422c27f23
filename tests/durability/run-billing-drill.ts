import { billingDrill } from './billing-drill.ts'

// node tests/durability/run-billing-drill.ts 300: so many orders of payers, with a kill or a fault of the provider under each.
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const started = performance.now()
const { differences, twice, leaks, ...numbers } = await billingDrill(Number(process.argv[2] ?? 300), print)
const minutes = Math.round((performance.now() - started) / 6_000) / 10
const wrong = [...differences, ...twice, ...leaks]
print(
  JSON.stringify({ ...numbers, differences: differences.length, twice: twice.length, leaks: leaks.length, minutes }),
)
if (wrong.length > 0) print(wrong.join('\n'))
process.exitCode = wrong.length > 0 ? 1 : 0
