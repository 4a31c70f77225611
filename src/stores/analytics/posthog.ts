import posthog from 'posthog-js/dist/module.slim.no-external.js'
import { withShareableUrls } from '#domain/address/shareable-url.ts'
import type { Analytics, AnalyticsSettings } from './analytics.ts'

/** Parameters with secrets; PostHog must not store them in the browser either. */
const SECRETS = ['k', 'key', 't', 'token', 'session_id']

/** PostHog's slim build: page views and captured events, nothing else. Large, so import it lazily. */
export function openPostHog({ key, host }: AnalyticsSettings): Analytics {
  posthog.init(key, {
    api_host: host,
    persistence: 'localStorage',
    person_profiles: 'identified_only',
    capture_pageview: true,
    capture_pageleave: true,
    autocapture: false,
    disable_external_dependency_loading: true,
    disable_session_recording: true,
    disable_surveys: true,
    // Otherwise it requests settings and flags on each page.
    advanced_disable_flags: true,
    respect_dnt: true,
    disable_capture_url_hashes: true,
    mask_personal_data_properties: true,
    custom_personal_data_properties: SECRETS,
    // A title may contain a name.
    property_denylist: ['title'],
    before_send: (event) => event && withShareableUrls(event),
  })
  return {
    capture: (event, properties) => void posthog.capture(event, properties),
    knownId: () =>
      posthog.get_property('$user_state') === 'identified' ? posthog.get_distinct_id() : undefined,
    identify: (id) => posthog.identify(id),
    reset: () => posthog.reset(),
  }
}
