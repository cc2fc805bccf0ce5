/** Styles of Mantine components that only staff pages use, in a layer that the app's styles override. */
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
