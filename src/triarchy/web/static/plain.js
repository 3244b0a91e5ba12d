// Pages without a script of their own: only the settings.

import { settingsButton } from "./settings.js";

settingsButton();
