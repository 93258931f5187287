import type { SettingGroup } from '#contract/settings/setting-groups.ts'
import type { SettingField } from './setting-field.ts'
import { settingFields } from './setting-fields.ts'

/** The labels of the values, and of the controls of the form. */
const frontPageLabels: Readonly<Record<string, string>> = {
  headline: 'Headline',
  text: 'Text',
  button: 'Button',
  buttonText: 'Button',
  buttonHref: 'Link of the button',
  picture: 'Picture',
  morePictures: 'Further pictures',
  sharedPicture: 'Picture of shared links',
  video: 'Video',
  announcement: 'Announcement',
  announcementHref: 'Link of the announcement',
  announcementFrom: 'First day of the announcement',
  announcementUntil: 'Last day of the announcement',
  rows: 'Rows',
}

/** What the form calls a field, such as `deliveryDays.0`. */
export function findLabel({ group, name }: { group: SettingGroup; name: string }): string {
  if (group === 'front-page') return frontPageLabels[name] ?? name
  const fields: Readonly<Record<string, SettingField>> = settingFields[group]
  return fields[name.split('.', 1)[0] ?? name]?.label ?? name
}
