/**
 * Boxes of advertising and consent services, by the names that the services themselves give them. With `blockAds` a
 * browser hides them, and they are left out of pages that are only fetched. Collected for this project from what the
 * services document about themselves.
 */
export const adBoxes = {
  classes: [
    "adsbygoogle",
    "fc-consent-root",
    "qc-cmp2-container",
    "cky-consent-container",
    "cky-modal",
    "wt-cli-cookie-bar-container",
    "cli-modal",
    "iubenda-cs-container",
    "optanon-alert-box-wrapper",
    "sqs-cookie-banner-v2",
    "osano-cm-window",
    "termly-styles-root",
    "cmplz-cookiebanner",
    "cookiefirst-root",
    "truste_overlay",
    "truste_box_overlay"
  ],
  ids: [
    "onetrust-consent-sdk",
    "onetrust-banner-sdk",
    "onetrust-pc-sdk",
    "CybotCookiebotDialog",
    "CookiebotWidget",
    "CybotCookiebotDialogBodyUnderlay",
    "usercentrics-root",
    "usercentrics-cmp-ui",
    "didomi-host",
    "truste-consent-track",
    "consent_blackbar",
    "cmpbox",
    "cmpbox2",
    "cmpwrapper",
    "cookie-law-info-bar",
    "cookiescript_injected",
    "iubenda-cs-banner",
    "hs-eu-cookie-confirmation",
    "cmplz-cookiebanner-container",
    "tarteaucitronRoot",
    "cc--main",
    "cc-main",
    "cookieconsent",
    "gdpr-cookie-message",
    "axeptio_overlay",
    "BorlabsCookieBox",
    "moove_gdpr_cookie_info_bar",
    "moove_gdpr_cookie_modal",
    "shopify-pc__banner",
    "shopify-pc__prefs",
    "_evidon_banner",
    "_evidon-barrier-wrapper",
    "fides-overlay",
    "fides-banner",
    "fides-modal",
    "lanyard_root",
    "transcend-consent-manager",
    "tc-privacy-wrapper",
    "appconsent",
    "coiOverlay",
    "coi-banner-wrapper",
    "cookieman-modal",
    "ppms_cm_popup_overlay",
    "trustarc-banner-overlay"
  ],
  idPrefixes: ["google_ads_iframe", "div-gpt-ad", "taboola-", "sp_message_container_"],
  /** Names of elements. */
  elements: ["amp-ad"],
  /** Hosts that frames are loaded from. */
  frameHosts: ["googlesyndication.com", "doubleclick.net"]
} as const

/** The same as CSS selectors, and those that take more than a name. */
export const adBoxSelectors: ReadonlyArray<string> = [
  ...adBoxes.classes.map((name) => `.${name}`),
  ...adBoxes.ids.map((name) => `#${name}`),
  ...adBoxes.idPrefixes.map((prefix) => `[id^="${prefix}"]`),
  ...adBoxes.elements,
  ...adBoxes.frameHosts.map((host) => `iframe[src*="${host}"]`),
  '[data-widget-id^="AR_"].OUTBRAIN',
  ".klaro .cookie-notice",
  ".cc-window.cc-banner",
  '.cc-window[role="dialog"]',
  '#cookie-notice[role="dialog"]'
]
