"""From pages to files: the run of MkDocs, navigation, style sheets, and the folder that is replaced as a whole."""
