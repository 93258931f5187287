import { z } from 'zod'
import { catalogErrors } from '../catalog/catalog-errors.ts'
import { focalPoint, uploadedImage } from '../catalog/pictures/product-pictures.ts'
import { defineCalls } from '../kernel/endpoint.ts'
import { rowVersion } from '../kernel/field-schemas.ts'
import { uploads } from '../kernel/limits/uploads.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { frontPagePicture, frontPageVideo } from './front-page.ts'
import { type SettingGroup, settingGroupNames, type settingGroups } from './setting-groups.ts'

const groupState = z
  .object({
    value: z.record(z.string(), z.unknown()).describe('what the shop shows now'),
    draft: z.record(z.string(), z.unknown()).nullable().describe('saved and not published; null: none'),
    publishAt: z.string().nullable().describe('when the draft is published; null: when somebody publishes it'),
    version: z.int().describe('of this group; changes are refused with 409 when it is not the current one'),
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
  })
  .register(schemaRegistry, { id: 'SettingGroupState' })
export type SettingGroupState<Group extends SettingGroup = SettingGroup> = Omit<z.infer<typeof groupState>, 'value' | 'draft'> & {
  readonly value: z.output<(typeof settingGroups)[Group]>
  readonly draft: z.output<(typeof settingGroups)[Group]> | null
}

const historyEntry = z.object({
  version: z.int(),
  kind: z.enum(['published', 'taken back']),
  value: z.record(z.string(), z.unknown()),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
})
export type SettingHistoryEntry = z.infer<typeof historyEntry>

const ofGroup = z.object({ group: z.enum(settingGroupNames) })
const changedGroup = { 200: z.object({ message: z.string(), state: groupState }) }
const futureTime = z.iso.datetime({ offset: true, error: 'Enter a date and time.' })

export const settingsCalls = defineCalls({
  getSettings: {
    route: 'GET /settings',
    right: 'settings',
    summary: 'All groups of settings with their drafts',
    reply: { 200: z.object({ groups: z.record(z.string(), groupState).describe('by the name of the group') }) },
  },

  saveSettings: {
    route: 'PATCH /settings/:group',
    right: 'settings',
    changes: 'nothing',
    summary: 'Save a draft of one group; the shop shows it when it is published',
    params: ofGroup,
    body: z.object({ version: rowVersion, value: z.unknown().describe('all fields of the group: `settingGroups` checks them') }),
    reply: changedGroup,
  },

  discardSettings: {
    route: 'POST /settings/:group/discard',
    right: 'settings',
    changes: 'nothing',
    summary: 'Delete the draft of one group',
    params: ofGroup,
    body: z.object({ version: rowVersion }),
    reply: changedGroup,
  },

  publishSettings: {
    route: 'POST /settings/:group/publish',
    right: 'settings',
    changes: 'products',
    summary: 'Show the draft of one group in the shop, at once or at a time',
    params: ofGroup,
    body: z.object({ version: rowVersion, at: futureTime.nullable().default(null) }),
    reply: changedGroup,
  },

  createSettingsPreview: {
    route: 'POST /settings/preview',
    right: 'settings',
    changes: 'nothing',
    summary: 'A link that shows all drafts in the shop for a day, to anybody who has it',
    reply: { 201: z.object({ href: z.string() }) },
  },

  uploadBrandImage: {
    route: 'POST /settings/brand-images',
    right: 'settings',
    changes: 'nothing',
    summary: 'Make the files of a logo or an icon for the group `shop` (multipart/form-data)',
    form: true,
    body: z.object({ image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`) }),
    reply: { 201: z.object({ image: z.string().describe('for `logo` or `icon`') }) },
  },

  uploadFrontPagePicture: {
    route: 'POST /settings/pictures',
    right: 'settings',
    changes: 'nothing',
    summary: 'Store a picture for the group `front-page` (multipart/form-data)',
    form: true,
    body: z.object({ ...focalPoint, image: uploadedImage.describe(`PNG, JPEG, GIF or WebP, at most ${uploads.maxMegabytes} MB`) }),
    reply: { 201: z.object({ picture: frontPagePicture }) },
  },

  uploadFrontPageVideo: {
    route: 'POST /settings/videos',
    right: 'settings',
    changes: 'nothing',
    summary: 'Store a video for the group `front-page` (multipart/form-data)',
    form: true,
    body: z.object({
      video: z
        .file({ error: catalogErrors.video_missing.text })
        .min(1, catalogErrors.video_missing.text)
        .describe(`MP4 or WebM, at most ${uploads.videoMaxMegabytes} MB and ${uploads.videoMaxSeconds} seconds`),
    }),
    reply: { 201: z.object({ video: frontPageVideo }) },
  },

  getSettingsHistory: {
    route: 'GET /settings/:group/history',
    right: 'settings',
    summary: 'What was published in one group, by whom and when, newest first (at most 50)',
    params: ofGroup,
    reply: { 200: z.object({ entries: z.array(historyEntry) }) },
  },

  undoSettings: {
    route: 'POST /settings/:group/undo',
    right: 'settings',
    changes: 'products',
    summary: 'Take back the last publication of one group',
    params: ofGroup,
    body: z.object({ version: rowVersion }),
    reply: changedGroup,
  },
})
