/**
 * Who may import whom (docs/architecture.md). An allow-list: what no line allows is forbidden, so a new folder starts
 * with nothing. cli/checks/import-rules.ts runs it and proves that it reads modules and notices breaches.
 */

const own = (...folders) => `^(${folders.join('|')})`
const packages = '(^|/)node_modules/'
const builtIn = { dependencyTypes: ['core'] }

/** [who, what of ours, packages and Node's own modules too?] */
const table = [
  ['^projections/', own('projections/', 'schemas/'), 'outside'],
  ['^api/domain/', own('api/domain/', 'schemas/')],
  ['^api/event-store/(?!embedded/)', own('api/event-store/', 'schemas/'), 'outside'],
  ['^api/event-store/handle-command[.]ts$', own('api/domain/')],
  ['^api/adapters/', own('api/adapters/', 'schemas/'), 'outside'],
  // The guests: each knows nothing of the product, and has one door (see `guests`).
  ['^api/payment-sandbox/', own('api/payment-sandbox/'), 'outside'],
  ['^api/event-store/embedded/', own('api/event-store/embedded/'), 'outside'],
  ['^api/renderer/', own('api/renderer/'), 'outside'],
  ['^cli/supervisor/', own('cli/supervisor/'), 'outside'],
  ['^cli/install/', own('cli/install/'), 'outside'],
  ['^api/http/', own('api/http/', 'api/domain/', 'schemas/'), 'outside'],
  [
    '^api/http/(errors|outages)[.]ts$',
    own('api/(event-store|adapters|imports)/', 'api/read-side/reader-errors[.]ts$', 'projections/engine/'),
  ],
  // Each call is given a ledger of its own.
  ['^api/http/(receive|request-pipeline|route)[.]ts$', own('api/event-store/')],
  // Sagas: routes begin them, and workers finish them after a crash.
  ['^api/sagas/', own('api/(sagas|domain|event-store)/', 'schemas/'), 'outside'],
  ['^api/notary/', own('api/(notary|event-store|adapters)/', 'schemas/'), 'outside'],
  [
    '^api/packs/',
    own(
      'api/(packs|services|presenters|sagas|domain|notary|event-store|adapters)/',
      'api/http/(past|answer)[.]ts$',
      'projections/',
      'schemas/',
    ),
    'outside',
  ],
  ['^api/presenters/', own('api/(presenters|services|domain)/', 'projections/', 'schemas/')],
  [
    '^api/services/',
    own('api/(services|sagas|imports|http|domain|event-store|adapters)/', 'projections/', 'schemas/'),
    'outside',
  ],
  [
    '^api/imports/',
    own('api/(imports|adapters|domain|event-store)/', 'api/sagas/record-in-trash[.]ts$', 'projections/', 'schemas/'),
    'outside',
  ],
  [
    '^api/routes/',
    own(
      'api/(routes|services|presenters|sagas|imports|packs|http|domain|event-store|notary|adapters)/',
      'projections/',
      'schemas/',
    ),
    'outside',
  ],
  [
    '^api/read-side/',
    own('api/(read-side|services|http|event-store|adapters)/', 'projections/', 'schemas/'),
    'outside',
  ],
  ['^api/installation/version[.]ts$', '^package[.]json$'],
  ['^api/(env|installation)/', own('api/', 'projections/', 'schemas/'), 'outside'],
  // main, app, server: the files that put the API together.
  ['^api/[^/]+[.]ts$', own('api/', 'projections/', 'schemas/'), 'outside'],
  [
    '^workers/',
    own(
      'workers/',
      'api/(sagas|domain|event-store|adapters|notary|renderer)/',
      'api/env/env[.]ts$',
      'api/installation/(content|keys|log-identity|version)[.]ts$',
      'api/env/replica-name[.]ts$',
      'projections/',
      'schemas/',
    ),
    'outside',
  ],
  ['^workers/first-builds[.]ts$', own('api/read-side/build-files[.]ts$')],
  // Every process that the supervisor starts reads the environment and tells it when it is ready.
  ['^(api|workers)/main[.]ts$', own('api/env/env[.]ts$', 'api/adapters/supervisor-channel[.]ts$')],
  ['^cli/(?!install/|supervisor/)', own('cli/(?!operations/)', 'schemas/'), 'outside'],
  // Programs that start and keep an installation; commands of the CLI start them by their paths.
  ['^cli/operations/', own('cli/operations/', 'api/(?!routes/)', 'projections/', 'schemas/'), 'outside'],
  ['^web/lib/', own('web/lib/', 'schemas/'), 'packages'],
  ['^web/components/', own('web/(components|lib)/', 'schemas/'), 'packages'],
  ['^web/features/', own('web/(components|lib)/', 'schemas/'), 'packages'],
  ['^web/routes/', own('web/', 'schemas/'), 'packages'],
  ['^web/[^/]+$', own('web/', 'schemas/'), 'packages'],
  ['^web/(vite[.]config|contracts-without-schemas|verifiers)[.]ts$', own('web/', 'schemas/'), 'outside'],
  ['^web/verify/', own('web/verify/', 'schemas/'), 'outside'],
  ['^tests/', '', 'outside'],
  // The walks and the photographs need the browser that the installation found.
  ['^playwright[.]config[.]ts$', own('tests/support/'), 'outside'],
]

/** Schemas files without zod, which the browser may run. */
const plainSchemas = `^schemas/(${[
  'nouns',
  'policy',
  'billing/(plan-choice|vat)',
  'calls/(messages|request-url|sort-columns)',
  'layouts/(dates|layout|left-out|proposals|read-path)',
  'limits/(left-of-view|limits-override|plan-use|share-rules|upload-rules)',
  'proofs/(checkpoint|cover|manifest|tree|zip)',
  'records/(category-path|category-tree|cell-states|field-kinds|history-resources|history-words|import-columns|team-slug|trash)',
  'rights/abilities',
  'text/(clean-name|counted|csv|file-size|folded-text|made-words|path-words|safe-name|safe-text|spreadsheet|table-heading|type-name)',
  'time/(dates|expiry|expiry-rule|session-life|token-expiry)',
].join('|')})[.]ts$`

const allowed = table.flatMap(([from, to, reach]) => [
  { from: { path: from }, to: { path: to } },
  ...(reach === undefined ? [] : [{ from: { path: from }, to: { path: packages } }]),
  ...(reach === 'outside' ? [{ from: { path: from }, to: builtIn }] : []),
])

/** A guest has a folder of its own: others import its door alone, and its own tests whatever they are about. */
const guests = [
  ['api/payment-sandbox/', 'sandbox[.]ts', 'tests/api/payment-sandbox/'],
  ['api/event-store/embedded/', 'stored-log[.]ts', 'tests/(event-store|bench)/'],
  ['api/renderer/', 'rendering[.]ts', 'tests/api/renderer/'],
  ['cli/supervisor/', 'process-group[.]ts', 'tests/cli/supervisor/'],
  ['cli/install/', 'run-installed[.]mjs', 'tests/cli/install/'],
].map(([folder, door, tests]) => ({
  name: `through-the-door-of-${folder.replaceAll('/', '-').slice(0, -1)}`,
  severity: 'error',
  from: { pathNot: `^(${folder}|${tests})` },
  to: { path: `^${folder}(?!${door}$)` },
}))

/** An outside system sits behind one file or folder. */
const onlyFrom = (name, importers, imported) => ({
  name,
  severity: 'error',
  from: { pathNot: importers },
  to: { path: `(^|/)node_modules/(${imported})/` },
})

export default {
  forbidden: [
    ...guests,
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-schema-in-the-browser',
      severity: 'error',
      from: { path: `^web/|${plainSchemas}` },
      to: {
        path: '^schemas/(?!resources/)|(^|/)node_modules/zod/',
        pathNot: plainSchemas,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // The build of the web app leaves the heads of contracts alone; nothing does so for what others import.
      name: 'no-contract-below-the-web',
      severity: 'error',
      from: { path: plainSchemas },
      to: { path: '^schemas/resources/', dependencyTypesNot: ['type-only'] },
    },
    onlyFrom(
      'event-store-client-behind-its-port',
      '^(api/event-store/((eventstoredb|address|log-at-address|members|writing)[.]ts$|embedded/)|tests/)',
      '@eventstore|@grpc/grpc-js|google-protobuf',
    ),
    // The renderer alone opens uploads; the sample data draws its own photos.
    onlyFrom('images-in-the-renderer', '^(api/renderer/|api/adapters/sample-contents/photo[.]ts$|tests/)', 'sharp'),
    onlyFrom('rendering-in-the-renderer', '^(api/renderer/|tests/)', '@hyzyla/pdfium|libheif-js'),
    onlyFrom('pdf-in-few-places', '^(api/renderer/|api/adapters/(pdf|sample-contents)/|tests/)', 'pdf-lib|@pdf-lib'),
    onlyFrom('buckets-behind-their-adapter', '^(api/adapters/bucket|tests)/', '@aws-sdk/client-s3'),
    onlyFrom('mail-behind-its-adapters', '^(workers/adapters|tests)/', 'nodemailer'),
    onlyFrom('react-in-the-web-app', '^(web|tests)/', 'react|react-dom|@mantine|@tanstack|jotai'),
    onlyFrom('queues-in-the-workers', '^(workers|api/adapters|tests)/', 'bullmq'),
    onlyFrom('http-server-in-the-api', '^(api/(http|routes)/|api/(app|main)[.]ts$|tests/)', 'express|multer|helmet'),
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: { path: '^schemas/' }, to: { path: '^schemas/|(^|/)node_modules/(zod|@noble/hashes)/' } },
    // A web feature knows itself, and no other feature.
    { from: { path: '^web/features/([^/]+)/' }, to: { path: '^web/features/$1/' } },
    ...allowed,
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/fixtures/' },
    // Without exportsFields it would find packages by `main` alone, and not find those that have none.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
