import { NativeSelect, TextInput } from '@mantine/core'
import { useRegions } from '#web/components/address/regions.ts'

/** The fields of a billing address in a form; `country` is an ISO 3166-1 code. */
export type AddressValues = {
  address: string
  address_line_2: string
  city: string
  state: string
  zip: string
  country: string
}

/** The part of a form that its inputs need. */
type Form = {
  values: AddressValues
  getInputProps(name: keyof AddressValues): object
  setFieldValue(name: keyof AddressValues, value: string): void
}

/** The inputs of a billing address; the states or provinces follow the country. */
export const AddressInputs = ({ form }: { form: Form }) => {
  const { countries, states } = useRegions(form.values.country)
  const chooseCountry = (code: string) => {
    form.setFieldValue('country', code)
    form.setFieldValue('state', '')
  }
  const stateField = form.getInputProps('state')
  return (
    <>
      <NativeSelect
        label="Country"
        autoComplete="country"
        data={countries.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.getInputProps('country')}
        onChange={(event) => chooseCountry(event.currentTarget.value)}
      />
      <TextInput label="Address" autoComplete="address-line1" {...form.getInputProps('address')} />
      <TextInput label="Address line 2" autoComplete="address-line2" {...form.getInputProps('address_line_2')} />
      <TextInput label="City" autoComplete="address-level2" {...form.getInputProps('city')} />
      {states?.length === 0 ? (
        <TextInput label="State or province" autoComplete="address-level1" {...stateField} />
      ) : (
        <NativeSelect
          label="State or province"
          autoComplete="address-level1"
          aria-busy={!states}
          data={[{ value: '', label: '' }, ...(states ?? []).map(({ code, name }) => ({ value: code, label: name }))]}
          {...stateField}
        />
      )}
      <TextInput label="Postcode" autoComplete="postal-code" {...form.getInputProps('zip')} />
    </>
  )
}
