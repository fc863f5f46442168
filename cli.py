from rulespec.cli import main

main()
