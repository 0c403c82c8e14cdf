// Tests of the pages in Debian's Chromium, one after the other.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  workers: 1,
  timeout: 60_000,
  // Software rendering beside other work can starve a page. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"]],
  outputDir: "../build/web/test-results",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--enable-unsafe-swiftshader", "--use-angle=swiftshader-webgl"],
    },
  },
});
