import { expect, test } from 'vitest'
import { flattened } from '#web/features/oauth/use-whoops.ts'
import { ApiProblem, networkError } from '#web/lib/api-problem.ts'

const tryAgain = ['Something went wrong. Please try again.']

test('the messages of all fields are one list', () => {
  const errors = { name: ['The name field is required.'], redirect: ['Not one.', 'Nor another.'] }

  expect(flattened(new ApiProblem(422, 'The given data was invalid.', errors))).toEqual([
    'The name field is required.',
    'Not one.',
    'Nor another.',
  ])
})

test('what names no field is one message, whatever it was', () => {
  expect(flattened(new ApiProblem(403, 'This action is unauthorized.'))).toEqual(tryAgain)
  expect(flattened(new ApiProblem(0, networkError))).toEqual(tryAgain)
  expect(flattened(new TypeError('fetch'))).toEqual(tryAgain)
})
