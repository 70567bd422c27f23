import { expect, it } from 'vitest'
import { chosenOf, fieldsIn, filledTemplate } from '#cli/output/chosen.ts'

const file = {
  name: 'Boiler\u001b[2J certificate',
  site: { id: '1', name: 'Quay House' },
  visit: null,
  categories: [
    { id: '2', name: 'Gas' },
    { id: '3', name: 'Heating' },
  ],
  size: 0,
}

it('fills a template with the fields at its paths, and lets none of them control the terminal', () => {
  const template = String.raw`{{name}}\t{{ site.name }}\t{{visit.name}}\t{{categories.name}}\n{{size}} \\t`
  expect(filledTemplate(template, file)).toBe('Boiler\ufffd[2J certificate\tQuay House\t\tGas; Heating\n0 \\t')
})

it('chooses fields, each under its path', () => {
  const fields = fieldsIn('size, site.name,categories.id')
  expect(chosenOf(fields, file)).toStrictEqual({ size: 0, 'site.name': 'Quay House', 'categories.id': ['2', '3'] })
})

it('refuses what a record lacks, and names what it has', () => {
  const known = 'There are: name, site, visit, categories, size.'
  expect(() => chosenOf(['postcode'], file)).toThrow(`There is no field "postcode". ${known}`)
  expect(() => filledTemplate('{{__proto__.name}}', file)).toThrow('There is no field "__proto__".')
  expect(() => filledTemplate('{{site.owner}}', file)).toThrow('There is no field "owner". There are: id, name.')
  expect(() => fieldsIn('name,,id')).toThrow('It must be fields with commas between them')
})
