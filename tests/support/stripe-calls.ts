import { join } from 'node:path'
import type Stripe from 'stripe'
import ts from 'typescript'

/** A call of the SDK: `subscriptions.create`, and what it was given. */
export type StripeCall = { method: string; args: unknown[] }

type Resource = { [name: string]: (...args: unknown[]) => unknown }

/** The SDK, which keeps every call of one of its resources. */
export const recordingStripe = (stripe: Stripe): { stripe: Stripe; calls: StripeCall[] } => {
  const calls: StripeCall[] = []
  const resourceOf = (resource: Resource, name: string): Resource =>
    new Proxy(resource, {
      get: (target, key) => {
        const method = target[String(key)]
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          calls.push({ method: `${name}.${String(key)}`, args })
          return method.apply(target, args)
        }
      },
    })
  const recording = new Proxy(stripe, {
    get: (target, key) => {
      const value: unknown = target[key as keyof Stripe]
      return typeof value === 'object' && value !== null ? resourceOf(value as Resource, String(key)) : value
    },
  })
  return { stripe: recording, calls }
}

/** Calls as a program with literals, in which the compiler finds parameters that are not declared. */
const programOf = (calls: readonly StripeCall[]): string => {
  const lines = calls.map(
    ({ method, args }) => `  stripe.${method}(${args.map((each) => JSON.stringify(each)).join(', ')})`,
  )
  return `import type Stripe from 'stripe'\nexport const send = (stripe: Stripe) => {\n${lines.join('\n')}\n}\n`
}

/** The type errors of calls against the SDK's own types, each with the line of its call. */
export const complaintsAbout = (calls: readonly StripeCall[]): string[] => {
  const file = join(import.meta.dirname, 'stripe-calls-as-sent.ts')
  const text = programOf(calls)
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    types: ['node'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ start = 0, messageText }) => {
    const line = text.slice(0, start).split('\n').length - 1
    return `${text.split('\n')[line]?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}
