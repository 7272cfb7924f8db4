/**
 * The methods of the Chrome DevTools Protocol that a remote client may call
 * (https://chromedevtools.github.io/devtools-protocol/). What is not listed is refused, so that a newer browser adds nothing
 * by itself.
 *
 * Left out on purpose: what reads or writes files of the server (`IO` outside of a page, `Page.setDownloadBehavior`,
 * `DOM.setFileInputFiles`, `Tracing`), loads without the page (`Network.loadNetworkResource`), hands the
 * protocol to a page (`Target.exposeDevToolsProtocol`), dials by itself (`Target.setRemoteLocations`), makes contexts with
 * another proxy, and what concerns the browser or the machine (`SystemInfo`, `Memory`, `Browser.getBrowserCommandLine`).
 */
const methodsOf = (domains: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set(Object.entries(domains).flatMap(([domain, names]) => names.split(/\s+/).map((name) => `${domain}.${name}`)))

/** On the connection itself; each has a rule or needs none. */
export const browserMethods = methodsOf({
  Browser: "getVersion getWindowForTarget grantPermissions resetPermissions setPermission",
  Storage: "getCookies setCookies clearCookies",
  Target:
    "activateTarget attachToTarget closeTarget createTarget detachFromTarget getTargetInfo getTargets setAutoAttach setDiscoverTargets"
})

/** In the session of a page, a frame or a worker. */
export const pageMethods = methodsOf({
  Accessibility:
    "disable enable getAXNodeAndAncestors getChildAXNodes getFullAXTree getPartialAXTree getRootAXNode queryAXTree",
  Animation:
    "disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation seekAnimations setPaused setPlaybackRate setTiming",
  CSS: "addRule createStyleSheet collectClassNames disable enable forcePseudoState getBackgroundColors getComputedStyleForNode getInlineStylesForNode getMatchedStylesForNode getMediaQueries getPlatformFontsForNode getStyleSheetText setRuleSelector setStyleSheetText setStyleTexts startRuleUsageTracking stopRuleUsageTracking takeCoverageDelta trackComputedStyleUpdates",
  DOM: "collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus getAttributes getBoxModel getContainerForNode getContentQuads getDocument getFrameOwner getNodeForLocation getNodesForSubtreeByStyle getOuterHTML getRelayoutBoundary getSearchResults getTopLayerElements hideHighlight highlightNode highlightRect moveTo performSearch pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector querySelectorAll removeAttribute removeNode requestChildNodes requestNode resolveNode scrollIntoViewIfNeeded setAttributeValue setAttributesAsText setNodeName setNodeValue setOuterHTML",
  DOMDebugger: "getEventListeners",
  DOMSnapshot: "captureSnapshot disable enable",
  DOMStorage: "clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem",
  Audits: "disable enable",
  // For code coverage.
  Debugger: "disable enable getScriptSource resume setSkipAllPauses",
  Emulation:
    "canEmulate clearDeviceMetricsOverride clearGeolocationOverride clearIdleOverride resetPageScaleFactor setAutoDarkModeOverride setCPUThrottlingRate setDefaultBackgroundColorOverride setDeviceMetricsOverride setDocumentCookieDisabled setEmitTouchEventsForMouse setEmulatedMedia setEmulatedVisionDeficiency setFocusEmulationEnabled setGeolocationOverride setHardwareConcurrencyOverride setIdleOverride setLocaleOverride setPageScaleFactor setScriptExecutionDisabled setScrollbarsHidden setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride setVisibleSize",
  Fetch: "continueRequest continueResponse continueWithAuth disable enable failRequest fulfillRequest getResponseBody",
  HeapProfiler: "collectGarbage disable enable",
  IO: "close read",
  IndexedDB:
    "clearObjectStore deleteDatabase deleteObjectStoreEntries disable enable getMetadata requestData requestDatabase requestDatabaseNames",
  Input:
    "cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent emulateTouchFromMouseEvent imeSetComposition insertText setIgnoreInputEvents setInterceptDrags synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture",
  Inspector: "disable enable",
  Log: "clear disable enable startViolationsReport stopViolationsReport",
  Network:
    "clearBrowserCache clearBrowserCookies deleteCookies disable emulateNetworkConditions emulateNetworkConditionsByRule enable getCookies getRequestPostData getResponseBody getSecurityIsolationStatus overrideNetworkState searchInResponseBody setBlockedURLs setBypassServiceWorker setCacheDisabled setCookie setCookies setExtraHTTPHeaders setUserAgentOverride",
  Overlay:
    "disable enable hideHighlight highlightNode highlightQuad highlightRect setInspectMode setShowViewportSizeOnResize",
  Page: "addScriptToEvaluateOnNewDocument bringToFront captureScreenshot captureSnapshot close createIsolatedWorld disable enable getAppManifest getFrameTree getLayoutMetrics getNavigationHistory getResourceContent getResourceTree handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF reload removeScriptToEvaluateOnNewDocument resetNavigationHistory screencastFrameAck searchInResource setBypassCSP setDocumentContent setFontFamilies setFontSizes setInterceptFileChooserDialog setLifecycleEventsEnabled setWebLifecycleState startScreencast stopLoading stopScreencast waitForDebugger",
  Performance: "disable enable getMetrics",
  // Coverage.
  Profiler: "disable enable getBestEffortCoverage startPreciseCoverage stopPreciseCoverage takePreciseCoverage",
  Runtime:
    "addBinding awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable evaluate getExceptionDetails getHeapUsage getIsolateId getProperties globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup removeBinding runIfWaitingForDebugger runScript setAsyncCallStackDepth setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture terminateExecution",
  Security: "disable enable setIgnoreCertificateErrors",
  ServiceWorker:
    "disable enable setForceUpdateOnPageLoad skipWaiting startWorker stopAllWorkers stopWorker unregister updateRegistration",
  Storage:
    "clearCookies clearDataForOrigin clearDataForStorageKey getCookies getStorageKeyForFrame getUsageAndQuota setCookies",
  Target: "detachFromTarget getTargetInfo setAutoAttach"
})
