import type { ReactNode } from 'react'
import { type AgeGroup, ageGroups, type Gender, genders, sizeSystems } from '#contract/catalog/audience.ts'
import { type AdminCategory, categoriesCalls, categoryLimits } from '#contract/catalog/categories.ts'
import { returnRuleLabels } from '#contract/catalog/return-rule-texts.ts'
import { type ReturnRule, saleReturnRules } from '#contract/catalog/return-rules.ts'
import type { CallReply } from '#contract/contract.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { Checkbox } from '../../kit/checkbox.tsx'
import { SaveForm, useSaveForm } from '../../kit/save-form.tsx'
import { AudienceOptions } from '../../shared/audience-options.tsx'
import { ReturnRuleOptions } from '../../shared/return-rule-options.tsx'

interface CategoryValues {
  name: string
  key: string
  keywords: string
  description: string
  /** separated by commas */
  sizes: string
  hsnCode: string
  gender: Gender | ''
  ageGroup: AgeGroup | ''
  sizeSystem: (typeof sizeSystems)[number] | ''
  googleCategory: string
  itemWeightGrams: string
  /** `28 × 22 × 4` */
  boxCm: string
  returnRule: ReturnRule | ''
  isHidden: boolean
}

const toValues = (category: AdminCategory | undefined): CategoryValues => ({
  name: category?.name ?? '',
  key: category?.key ?? '',
  keywords: category?.keywords ?? '',
  description: category?.description ?? '',
  sizes: category?.sizes?.join(', ') ?? '',
  hsnCode: category?.hsnCode ?? '',
  gender: category?.gender ?? '',
  ageGroup: category?.ageGroup ?? '',
  sizeSystem: category?.sizeSystem ?? '',
  googleCategory: String(category?.googleCategory ?? ''),
  itemWeightGrams: String(category?.itemWeightGrams ?? ''),
  boxCm: category?.boxCm?.join(' × ') ?? '',
  returnRule: category?.returnRule ?? '',
  isHidden: category?.isHidden ?? false,
})

/** 0 for a text that is no number: it is refused with a message. */
const parseWholeNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text) || 0)

/** Sides of 0 for a text that has no three numbers: they are refused with a message. */
function parseBox(text: string): [number, number, number] | null {
  if (text.trim() === '') return null
  const [length = 0, breadth = 0, height = 0, ...others] = Array.from(text.matchAll(/[\d.]+/g), ([number]) => Number(number) || 0)
  return others.length === 0 ? [length, breadth, height] : [0, 0, 0]
}

function toBody({
  sizes,
  hsnCode,
  gender,
  ageGroup,
  sizeSystem,
  googleCategory,
  itemWeightGrams,
  boxCm,
  returnRule,
  ...values
}: CategoryValues) {
  const list = sizes
    .split(',')
    .map((size) => size.trim())
    .filter(Boolean)
  return {
    ...values,
    sizes: list.length === 0 ? null : list,
    hsnCode: hsnCode.trim() || null,
    gender: gender || null,
    ageGroup: ageGroup || null,
    sizeSystem: sizeSystem || null,
    googleCategory: parseWholeNumber(googleCategory),
    itemWeightGrams: parseWholeNumber(itemWeightGrams),
    boxCm: parseBox(boxCm),
    returnRule: returnRule || null,
  }
}

/** `Women's kurtas` → `WOMEN-S-KURTAS`. Empty for a name without Latin letters. */
const suggestKey = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, categoryLimits.keyLength)

interface CategoryFormProps {
  /** undefined: a new one */
  category: AdminCategory | undefined
  onSaved: (reply: CallReply<'PATCH /categories/:key'>) => void
  onEdit: (isEdited: boolean) => void
  /** beside the button */
  children: ReactNode
}

/** The fields of a category. Its short name is part of links and stays. */
export function CategoryForm({ category, onSaved, onEdit, children }: CategoryFormProps) {
  const form = useSaveForm<CategoryValues, CallReply<'PATCH /categories/:key'>>({
    values: toValues(category),
    body: categoriesCalls.createCategory.body,
    send(values) {
      const { key, ...fields } = toBody(values)
      return category
        ? callSignedIn('PATCH /categories/:key', { params: { key: category.key }, body: { ...fields, version: category.version } })
        : callSignedIn('POST /categories', { body: { key, ...fields } })
    },
    onSaved,
    onEdit,
  })
  const { field, setValue } = form
  const { dirtyFields } = form.formState

  return (
    <SaveForm form={form} submitLabel={category ? 'Save' : 'Add category'} aside={children}>
      <TextField
        label="Name"
        hint="As shoppers read it, such as Kurtas"
        autoComplete="off"
        {...field('name', {
          onChange: (event) => {
            if (!category && !dirtyFields.key) setValue('key', suggestKey(event.target.value))
          },
        })}
      />
      {category ? (
        <p className="flex flex-col gap-1.5">
          <span className="font-medium">Short name</span>
          <span className="flex min-h-12 items-center text-soft">{category.key}</span>
        </p>
      ) : (
        <TextField
          label="Short name"
          hint="Part of links, such as KURTAS. It cannot be changed later."
          autoComplete="off"
          autoCapitalize="characters"
          {...field('key')}
        />
      )}
      <TextField
        label="Words for search"
        optional
        hint="What shoppers may call it: kurta, kurti, tunic"
        autoComplete="off"
        className="sm:col-span-2"
        {...field('keywords')}
      />
      <TextAreaField
        label="Description"
        optional
        hint="Two sentences above its products and in search results"
        rows={3}
        className="sm:col-span-2"
        {...field('description')}
      />
      <TextField
        label="Sizes of new products"
        optional
        hint="Separated by commas. Empty: M, L, XL, XXL"
        autoComplete="off"
        {...field('sizes')}
      />
      <TextField
        label="HSN code of new products"
        optional
        hint="4, 6 or 8 digits"
        inputMode="numeric"
        autoComplete="off"
        {...field('hsnCode')}
      />
      <SelectField label="For" optional hint="Of products that do not say otherwise" {...field('gender')}>
        <AudienceOptions words={genders} none="Not set" />
      </SelectField>
      <SelectField label="Age group" optional hint="Google and Meta ask for both" {...field('ageGroup')}>
        <AudienceOptions words={ageGroups} none="Not set" />
      </SelectField>
      <SelectField label="Size system" optional hint="Of sizes in numbers" {...field('sizeSystem')}>
        <AudienceOptions words={sizeSystems} none="None: letters such as M" />
      </SelectField>
      <TextField
        label="Google category"
        optional
        hint="A number of Google's product taxonomy, such as 212"
        inputMode="numeric"
        autoComplete="off"
        {...field('googleCategory')}
      />
      <TextField
        label="Weight of an item, in grams"
        optional
        hint="Of products that do not say it, for couriers"
        inputMode="numeric"
        autoComplete="off"
        {...field('itemWeightGrams')}
      />
      <TextField label="Box, in cm" optional hint="Length × breadth × height, such as 28 × 22 × 4" autoComplete="off" {...field('boxCm')} />
      <SelectField label="Returns" optional hint="Of products that do not say otherwise" {...field('returnRule')}>
        <ReturnRuleOptions rules={saleReturnRules} none={returnRuleLabels.returnable} />
      </SelectField>
      <Checkbox className="sm:col-span-2" {...form.register('isHidden')}>
        Hide it from menus and filters
      </Checkbox>
    </SaveForm>
  )
}
