import { killDrill } from './kill-drill.ts'

// node tests/durability/run-kill-drill.ts 200: kills parts of the product, or all of it, so often while people write.
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const started = performance.now()
const { lost, doubled, ...numbers } = await killDrill(Number(process.argv[2] ?? 200), print)
const minutes = Math.round((performance.now() - started) / 6_000) / 10
print(JSON.stringify({ ...numbers, lost: lost.length, doubled: doubled.length, minutes }))
if (lost.length + doubled.length > 0) print([...lost, ...doubled].join('\n'))
process.exitCode = lost.length + doubled.length > 0 ? 1 : 0
