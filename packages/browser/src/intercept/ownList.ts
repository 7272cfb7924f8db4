/**
 * The list that is used when the application brings none: hosts that serve
 * advertising and tracking and nothing else, and the boxes of advertising and
 * consent services. Collected for this project from what the services document
 * about themselves; Apache-2.0 like the rest.
 */
import { adBoxSelectors } from "@orbweaver/core/internal/reading/adBoxes"

const hosts = `
2mdn.net adform.net adnxs.com adroll.com adsafeprotected.com adservice.google.com adsrvr.org adsymptotic.com
advertising.com agkn.com amazon-adsystem.com amplitude.com analytics.tiktok.com analytics.twitter.com appnexus.com
bat.bing.com bidswitch.net bizographics.com bluekai.com bounceexchange.com branch.io braze.com casalemedia.com
chartbeat.com chartbeat.net clarity.ms clicktale.net connect.facebook.net contentsquare.net crazyegg.com criteo.com
criteo.net crwdcntrl.net demdex.net doubleclick.net doubleverify.com everesttech.net exelator.com facebook.net
flashtalking.com fullstory.com go-mpulse.net google-analytics.com googleadservices.com googlesyndication.com
googletagmanager.com googletagservices.com gumgum.com heap.io heapanalytics.com hotjar.com hotjar.io hs-analytics.net
hs-banner.com hsadspixel.net id5-sync.com imrworldwide.com indexww.com inspectlet.com intentiq.com krxd.net
liadm.com liveramp.com lijit.com logrocket.io luckyorange.com mathtag.com media.net mgid.com ml314.com mookie1.com
mouseflow.com mixpanel.com moatads.com nr-data.net omtrdc.net onetag-sys.com openx.net optimizely.com outbrain.com
outbrainimg.com parsely.com perfectaudience.com permutive.app permutive.com pippio.com pubmatic.com px.ads.linkedin.com
quantcount.com quantserve.com quantummetric.com rfihub.com rlcdn.com rubiconproject.com sc-static.net scorecardresearch.com
segment.io sharethrough.com sharethis.com simpli.fi sitescout.com smartadserver.com snap.licdn.com sonobi.com
sovrn.com spotxchange.com stackadapt.com statcounter.com taboola.com tapad.com teads.tv the-ozone-project.com
tiqcdn.com tns-counter.ru tr.snapchat.com trafficjunky.net tremorhub.com tribalfusion.com turn.com undertone.com
usabilla.com viglink.com vwo.com visualwebsiteoptimizer.com w55c.net yahoo-ads.com yieldmo.com yieldlab.net zemanta.com
zergnet.com consensu.org cookielaw.org cookiebot.com onetrust.com privacy-mgmt.com trustarc.com usercentrics.eu
consentmanager.net didomi.io cookiefirst.com cookie-script.com cookieyes.com iubenda.com osano.com termly.io
`

export const ownList: string = [
  ...hosts
    .split(/\s+/)
    .filter((host) => /^[a-z0-9.-]+$/.test(host))
    .map((host) => `||${host}^$third-party`),
  ...adBoxSelectors.map((selector) => `##${selector}`)
].join("\n")
