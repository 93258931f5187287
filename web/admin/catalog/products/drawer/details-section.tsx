import { useState } from 'react'
import { type AgeGroup, ageGroups, type Gender, genders } from '#contract/catalog/audience.ts'
import { findMissingDeclarations } from '#contract/catalog/declarations.ts'
import type { ProductDetails } from '#contract/catalog/product-details.ts'
import { returnRules } from '#contract/catalog/return-rules.ts'
import type { CallReply } from '#contract/contract.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { FormError } from '../../../../ui/form-error.tsx'
import { useSaveForm } from '../../../kit/save-form.tsx'
import { AudienceOptions } from '../../../shared/audience-options.tsx'
import { ReturnRuleOptions } from '../../../shared/return-rule-options.tsx'
import { SavedMessage } from '../../../shared/saved-message.tsx'
import { useProductCard, useReportEdit } from './product-card.tsx'

type FieldName = keyof ProductDetails

/** Label and hint of each field. */
const fields: Readonly<Record<FieldName, readonly [label: string, hint?: string]>> = {
  fabric: ['Fabric', 'Such as 100% cotton, 220 GSM'],
  care: ['Care', 'Such as machine wash cold'],
  fit: ['Fit'],
  colour: ['Colour', 'Several are separated by commas'],
  style: ['Style', 'The same word for one style in several colours links them'],
  gender: ['For'],
  ageGroup: ['Age group'],
  modelSize: ['Model', 'Such as 185 cm tall, wears M'],
  weightGrams: ['Weight in grams'],
  itemsInPack: ['Items in a pack'],
  dispatchDays: ['Leaves in, in days', 'Empty: as the policy figures say. For products that are made to order'],
  availableFrom: ['Available from', 'Such as 12-12-2026. Until that day it is a pre-order: the stock counts what will be made'],
  hsnCode: ['HSN code', '4, 6 or 8 digits'],
  taxPieces: [
    'Pieces for the tax',
    'Empty: the items in a pack. Two pyjama sets in a pack are two pieces; top and bottom of one set are one.',
  ],
  countryOfOrigin: ['Country of origin', 'Empty: India'],
  maker: ['Maker', 'Name and address; empty: the store'],
  packer: ['Packer', 'Name and address'],
  importer: ['Importer', 'Name and address, for imported products'],
  consumerCare: ['Consumer care', 'Empty: the contact of the store'],
  seoTitle: ['Title in search engines', 'Empty: the name'],
  seoDescription: ['Text in search engines', 'Empty: the description'],
  returnRule: [
    'Returns',
    'Faulty, wrong, late and not-as-shown items always come back. While exchanges are off, items that are exchanged only are returned.',
  ],
  keywords: ['Words for search', 'What shoppers may also call it: kurti, tunic'],
}
const names = Object.keys(fields) as FieldName[]
const numbers: readonly FieldName[] = ['weightGrams', 'itemsInPack', 'dispatchDays', 'taxPieces']

/** Fields with a choice of words; without one the category's word counts. */
const choices: Partial<Record<FieldName, readonly (AgeGroup | Gender)[]>> = { gender: genders, ageGroup: ageGroups }

type Values = Record<FieldName, string>
const toValues = (details: ProductDetails) => Object.fromEntries(names.map((name) => [name, String(details[name] ?? '')])) as Values

/** Empty fields are left out; a text that is no number is sent as it is, and refused with a message. */
function toDetails(values: Values): ProductDetails {
  const given = names.filter((name) => values[name].trim() !== '')
  return Object.fromEntries(
    given.map((name) => {
      const text = values[name].trim()
      return [name, numbers.includes(name) && /^\d{1,9}$/.test(text) ? Number(text) : text]
    }),
  )
}

/** Fabric, care, the declarations and the keywords of a product. */
export function DetailsSection() {
  const { product, storeAddress, show, reload } = useProductCard()
  const [saved, setSaved] = useState('')
  const { field, save, reset, isSubmitting, isDirty, failure } = useSaveForm<Values, CallReply<'PATCH /products/:id/details'>>({
    values: toValues(product.details),
    // What someone else has changed meanwhile replaces no input.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
    part: 'details',
    send(values) {
      setSaved('')
      const body = { version: product.detailsVersion, details: toDetails(values) }
      return callSignedIn('PATCH /products/:id/details', { params: { id: product._id }, body })
    },
    onSaved({ message, ...reply }) {
      reset(toValues(reply.details), { keepDirtyValues: false, keepDirty: false })
      show({ product: { ...product, ...reply } })
      setSaved(message)
    },
    onStale: reload,
  })
  useReportEdit(isDirty)
  // An imported product declares nothing by itself.
  const { needsDeclarations = false } = product
  const missing = findMissingDeclarations({ ...product, storeAddress }).join(', ')

  return (
    <details className="group">
      <summary className="link inline-flex min-h-11 items-center">
        {missing === '' ? 'The declarations are complete' : `Not declared yet: ${missing}`}
      </summary>
      <form noValidate onSubmit={save} className="grid items-start gap-x-6 gap-y-4 pt-3 sm:grid-cols-2">
        {names.map((name) => {
          const [label, givenHint] = fields[name]
          const isRequired = needsDeclarations && (name === 'countryOfOrigin' || name === 'maker')
          const hint = isRequired ? 'Empty: not shown' : givenHint
          if (name === 'returnRule')
            return (
              <SelectField key={name} label={label} optional hint={hint} {...field(name)}>
                <ReturnRuleOptions rules={returnRules} none="As its category or its sale" />
              </SelectField>
            )
          const words = choices[name]
          if (words !== undefined)
            return (
              <SelectField key={name} label={label} optional {...field(name)}>
                <AudienceOptions words={words} none="As its category" />
              </SelectField>
            )
          return (
            <TextField
              key={name}
              label={label}
              optional
              autoComplete="off"
              inputMode={numbers.includes(name) || name === 'hsnCode' ? 'numeric' : undefined}
              {...(hint !== undefined && { hint })}
              {...field(name)}
            />
          )
        })}
        <div className="flex flex-wrap items-center gap-4 sm:col-span-2">
          <Button type="submit" variant="ink" aria-disabled={isSubmitting}>
            Store the details
          </Button>
          <SavedMessage>{saved}</SavedMessage>
          <FormError text={failure} />
        </div>
      </form>
    </details>
  )
}
