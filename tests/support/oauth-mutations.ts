import fc from 'fast-check'

/** The parameters of a request, in their order. */
export type Form = [name: string, value: string][]

/** A change of a request, of its parameter at that place. */
export type Mutation = (form: Form, at: number) => Form

const changed = (form: Form, at: number, change: (value: string) => string): Form =>
  form.map(([name, value], index) => (index === at % form.length ? [name, change(value)] : [name, value]))

const renamed = (form: Form, at: number, rename: (name: string) => string): Form =>
  form.map(([name, value], index) => (index === at % form.length ? [rename(name), value] : [name, value]))

const parameterAt = (form: Form, at: number): Form[number] => form[at % form.length] ?? ['', '']

/** Changes after which a request is no longer the one that its app would send. */
const faults: Record<string, Mutation> = {
  'is left out': (form, at) => form.filter((_, index) => index !== at % form.length),
  'is empty': (form, at) => changed(form, at, () => ''),
  'comes twice': (form, at) => [...form, parameterAt(form, at)],
  'comes twice, once empty': (form, at) => [...form, [parameterAt(form, at)[0], '']],
  'is longer': (form, at) => changed(form, at, (value) => `${value}x`),
  'is shorter': (form, at) => changed(form, at, (value) => value.slice(0, -1)),
  'begins with a space': (form, at) => changed(form, at, (value) => ` ${value}`),
  'ends with a line': (form, at) => changed(form, at, (value) => `${value}\n`),
  'holds a zero': (form, at) => changed(form, at, (value) => `${value}\0`),
  'is in upper case': (form, at) => changed(form, at, (value) => value.toUpperCase()),
  'is turned round': (form, at) => changed(form, at, (value) => [...value].toReversed().join('')),
  'is that of the next': (form, at) => changed(form, at, () => parameterAt(form, at + 1)[1]),
  'is called otherwise': (form, at) => renamed(form, at, (name) => name.toUpperCase()),
  'is a list': (form, at) => renamed(form, at, (name) => `${name}[]`),
}

const origin = /^(https?:\/\/)([^/:]+)(:\d+)?/

/** Changes that a server may take or refuse, depending on the parameter. */
const variations: Record<string, Mutation> = {
  'comes last': (form, at) => [...form.toSpliced(at % form.length, 1), parameterAt(form, at)],
  'has an unknown one beside it': (form) => [...form, ['colour', 'blue']],
  'has a response mode beside it': (form, at) => [
    ...form,
    ['response_mode', ['query', 'fragment', 'form_post'][at % 3] ?? ''],
  ],
  'has a secret beside it': (form) => [...form, ['client_secret', 'guess']],
  'has an empty secret beside it': (form) => [...form, ['client_secret', '']],
  'has another scope beside it': (form) => [...form, ['scope', 'sites.view']],
  'is named twice': (form, at) => changed(form, at, (value) => `${value} ${value}`),
  'holds one more scope': (form, at) => changed(form, at, (value) => `${value} clients.create`),
  'holds a scope of nobody': (form, at) => changed(form, at, (value) => `${value} operate`),
  'is another word of the standard': (form, at) =>
    changed(form, at, () => ['plain', 'token', 'code token', 'none', 'password', 'client_credentials'][at % 6] ?? ''),
  'has another port': (form, at) => changed(form, at, (value) => value.replace(origin, '$1$2:49152')),
  'has a port that there is not': (form, at) => changed(form, at, (value) => value.replace(origin, '$1$2:99999')),
  'has a port with a zero before it': (form, at) => changed(form, at, (value) => value.replace(origin, '$1$2:0443')),
  'has a user': (form, at) => changed(form, at, (value) => value.replace('://', '://me@')),
  'has another host': (form, at) => changed(form, at, (value) => value.replace(origin, '$1localhost$3')),
  'has a host that looks alike': (form, at) => changed(form, at, (value) => value.replace(origin, '$1$2.$3')),
  'has another way to its path': (form, at) => changed(form, at, (value) => value.replace('/back', '/x/../back')),
  'has a path in other signs': (form, at) => changed(form, at, (value) => value.replace('back', 'b%61ck')),
  'has a query': (form, at) => changed(form, at, (value) => `${value}?a=b`),
  'has a fragment': (form, at) => changed(form, at, (value) => `${value}#a`),
}

const all = { ...faults, ...variations }

/** One to three changes of any kind, one after the other. */
export const someChanges = fc.array(fc.tuple(fc.constantFrom(...Object.keys(all)), fc.nat(20)), {
  minLength: 1,
  maxLength: 3,
})

/** The request with these changes. */
export const withChanges = (form: Form, changes: readonly (readonly [what: string, at: number])[]): Form =>
  changes.reduce((sent, [what, at]) => (sent.length === 0 ? sent : (all[what]?.(sent, at) ?? sent)), form)
