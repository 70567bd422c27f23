// Checks the import rules of .dependency-cruiser.mjs on the whole source, after a proof that they find breaches: a
// checker that cannot read TypeScript finds no modules and so no breaches, which must not pass.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const LAYERS = ['api', 'cli', 'projections', 'schemas', 'tests', 'web', 'workers']

const report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

/** The violations of the rules in these folders. */
const cruise = (cwd: string, folders: readonly string[]): z.infer<typeof report> => {
  const tool = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.mjs')
  const args = [tool, '--config', config, '--output-type', 'json', ...folders]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  if (stdout === '') throw new Error(`dependency-cruiser gave no report:\n${stderr}`)
  return report.parse(JSON.parse(stdout))
}

/** The violations in tests/fixtures/import-rules: one of each kind. */
const BREACHES = [
  'api/domain/asks-read-model.ts not-in-allowed',
  'api/domain/circle-one.ts no-circle',
  'api/event-store/embedded/knows-product.ts not-in-allowed',
  'api/event-store/past-the-door.ts through-the-door-of-api-event-store-embedded',
  'api/event-store/second-client.ts event-store-client-behind-its-port',
  'api/payment-sandbox/knows-product.ts not-in-allowed',
  'api/renderer/knows-product.ts not-in-allowed',
  'cli/install/knows-product.mjs not-in-allowed',
  'cli/operations/past-the-doors.ts through-the-door-of-api-payment-sandbox',
  'cli/operations/past-the-doors.ts through-the-door-of-api-renderer',
  'cli/operations/past-the-doors.ts through-the-door-of-cli-install',
  'cli/operations/past-the-doors.ts through-the-door-of-cli-supervisor',
  'cli/runs-job.ts not-in-allowed',
  'cli/supervisor/knows-product.ts not-in-allowed',
  'projections/knows-route.ts not-in-allowed',
  'schemas/reads-disk.ts not-in-allowed',
  'web/features/clients/knows-sites.ts not-in-allowed',
  'web/lib/knows-feature.ts not-in-allowed',
  'web/lib/parses-answer.ts no-schema-in-the-browser',
  'workers/jobs/calls-route.ts not-in-allowed',
]

const unnoticedBreaches = (): string[] => {
  const { summary } = cruise(
    join(root, 'tests/fixtures/import-rules'),
    LAYERS.filter((layer) => layer !== 'tests'),
  )
  const noticed = new Set(summary.violations.map(({ from, rule }) => `${from} ${rule.name}`))
  const innocent = [...noticed].filter((breach) => !BREACHES.includes(breach))
  return [
    ...BREACHES.filter((breach) => !noticed.has(breach)).map((breach) => `the rules do not notice: ${breach}`),
    ...innocent.map((breach) => `the rules refuse what they should allow: ${breach}`),
  ]
}

const { modules, summary } = cruise(root, LAYERS)
const complaints = [
  ...unnoticedBreaches(),
  ...LAYERS.filter((layer) => !modules.some(({ source }) => source.startsWith(`${layer}/`))).map(
    (layer) => `no module was read in ${layer}/`,
  ),
  ...summary.violations.map(({ from, to, rule }) => `${from} may not import ${to} (${rule.name})`),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stdout.write(`${modules.length} modules read, ${complaints.length} complaints.\n`)
process.exitCode = complaints.length === 0 ? 0 : 1
