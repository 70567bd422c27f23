import { z } from 'zod'
import { invalidRequest } from './errors.ts'
import type { FormValue } from './form.ts'

/** A text that is not empty. */
export const text = z.string().min(1).max(5000)

export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, { error: 'Invalid integer' })
  .transform(Number)

export const decimalNumber = z
  .string()
  .regex(/^-?\d{1,12}([.]\d{1,12})?$/, { error: 'Invalid decimal' })
  .transform(Number)

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A list of texts; the empty text is the empty list. */
export const texts = z.preprocess((value) => (value === '' ? [] : value), z.array(text))

export const metadata = z.record(z.string().max(40), z.string().max(500)).optional()

/** The parameters of a list of objects. */
export const paging = {
  limit: integer.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}

/**
 * The parameters of one call. Each is one of the SDK's type for that call, so a name that Stripe does not know does not
 * compile.
 */
export const parameters =
  <Documented>() =>
  <Shape extends { [Name in keyof Shape]: Name extends keyof Documented ? z.ZodType : never }>(shape: Shape) =>
    z.strictObject({ ...shape, expand: z.array(text).optional() })

/** A call without parameters of its own. */
export const noParameters = z.strictObject({ expand: z.array(text).optional() })

const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')

const valueAt = (form: FormValue, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], form)

type Issue = z.core.$ZodIssue

const refusal = (issue: Issue, form: FormValue): Error => {
  if (issue.code === 'invalid_union') {
    // The branch that went furthest is the one that was meant.
    const branches = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]))
    const [meant] = branches.toSorted((one, other) => other.path.length - one.path.length)
    if (meant !== undefined) return refusal({ ...meant, path: [...issue.path, ...meant.path] }, form)
  }
  if (issue.code === 'unrecognized_keys') {
    const unknown = issue.keys.map((key) => nameOf([...issue.path, key]))
    const noun = unknown.length === 1 ? 'parameter' : 'parameters'
    return invalidRequest(`Received unknown ${noun}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0] ?? '',
    })
  }
  const param = nameOf(issue.path)
  const value = valueAt(form, issue.path)
  if (value === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (value === '') {
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  if (issue.code === 'invalid_value') {
    const allowed = issue.values.map(String)
    const words = allowed.length > 1 ? `${allowed.slice(0, -1).join(', ')}, or ${allowed.at(-1)}` : allowed[0]
    return invalidRequest(`Invalid ${param}: must be one of ${words}`, { param })
  }
  if (typeof value !== 'string') return invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param })
  if (issue.code === 'invalid_type') return invalidRequest(`Invalid ${issue.expected}`, { param })
  const code = issue.message === 'Invalid integer' ? { code: 'parameter_invalid_integer' } : {}
  return invalidRequest(`${issue.message}: ${value}`, { ...code, param })
}

/**
 * Checks what a call was sent.
 * @throws {ApiError} for the first parameter that is unknown, missing or wrong, in Stripe's words
 */
export const parseParameters = <Schema extends z.ZodType>(schema: Schema, form: FormValue): z.output<Schema> => {
  const read = schema.safeParse(form)
  if (read.success) return read.data
  // An unknown name is refused before a wrong value.
  const issue = read.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? read.error.issues[0]
  throw issue === undefined ? read.error : refusal(issue, form)
}
